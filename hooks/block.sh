# >>> pagefile @NAME@ (@HOW@) >>> made by `pagefile hooks install`; `pagefile hooks uninstall` takes it out
@AHEAD@
(
  [ "${PAGEFILE_HOOKS:-1}" != 0 ] || exit 0
@GATE@
@RUN@
  case $ran in
    0 | 1) exit "$ran" ;;
  esac
  echo "pagefile: the @NAME@ hook could not run (exit $ran); this commit goes on unchecked." >&2
  echo "pagefile: run \`pagefile hooks install\` again, or set PAGEFILE_HOOKS=0 to do without." >&2
  [ "${PAGEFILE_HOOKS:-1}" != strict ] || exit 1
) </dev/null || exit $?
[ -z "${PAGEFILE_HOOKS_CANARY:-}" ] || exit 0
# <<< pagefile @NAME@ <<<
