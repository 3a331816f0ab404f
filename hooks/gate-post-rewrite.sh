  # An amended commit was seen by post-commit.
  [ "${1:-}" != amend ] || exit 0
