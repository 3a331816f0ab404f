# >>> pagefile @NAME@ (@HOW@) >>> made by `pagefile hooks install`; `pagefile hooks uninstall` takes it out
(
  [ "${PAGEFILE_HOOKS:-1}" != 0 ] || exit 0
  node=@NODE@
  program=@PROGRAM@
  ran=0
  if [ -f "$program" ] && [ -x "$node" ]; then
    "$node" "$program" hook @NAME@ "$@" </dev/null || ran=$?
  elif [ -f "$program" ] && command -v node >/dev/null 2>&1; then
    node "$program" hook @NAME@ "$@" </dev/null || ran=$?
  elif command -v pagefile >/dev/null 2>&1; then
    pagefile hook @NAME@ "$@" </dev/null || ran=$?
  else
    echo "pagefile: $program is gone and no pagefile is on PATH." >&2
    ran=127
  fi
  case $ran in
    0 | 1) exit "$ran" ;;
  esac
  echo "pagefile: the @NAME@ hook could not run (exit $ran); this commit goes on unchecked." >&2
  echo "pagefile: run \`pagefile hooks install\` again, or set PAGEFILE_HOOKS=0 to do without." >&2
  [ "${PAGEFILE_HOOKS:-1}" != strict ] || exit 1
) || exit $?
[ -z "${PAGEFILE_HOOKS_CANARY:-}" ] || exit 0
# <<< pagefile @NAME@ <<<
