# Without an editor there is nobody to see the trailers early: commit-msg adds them.
[ "${GIT_EDITOR:-}" = : ] || [ "${2:-}" = merge ] ||
