  # The next reader finds a few changed files faster than a program starts; many are worth reading now.
  if [ -z "${PAGEFILE_HOOKS_CANARY:-}" ]; then
    [ "${3:-}" = 1 ] && [ "$1" != "$2" ] && [ -d "${GIT_DIR:-.git}/pagefile" ] || exit 0
    changed=$(git diff-tree -r --name-only "$1" "$2" -- '*.md' 2>/dev/null | head -n 200 | wc -l) || exit 0
    [ "$changed" -ge 200 ] || exit 0
  fi
