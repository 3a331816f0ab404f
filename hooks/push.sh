# >>> pagefile @NAME@ (@HOW@) >>> made by `pagefile hooks install`; `pagefile hooks uninstall` takes it out
pagefile_refs=
[ -t 0 ] || pagefile_refs=$(cat)
(
  [ "${PAGEFILE_HOOKS:-1}" != 0 ] || exit 0
@RUN@
  case $ran in
    0 | 1) exit "$ran" ;;
  esac
  echo "pagefile: the @NAME@ hook could not run (exit $ran); this push goes on unchecked." >&2
  echo "pagefile: run \`pagefile hooks install\` again, or set PAGEFILE_HOOKS=0 to do without." >&2
  [ "${PAGEFILE_HOOKS:-1}" != strict ] || exit 1
) <<PAGEFILE_REFS || exit $?
$pagefile_refs
PAGEFILE_REFS
[ -z "${PAGEFILE_HOOKS_CANARY:-}" ] || exit 0
# What follows reads the same refs from its standard input.
if [ -n "$pagefile_refs" ]; then
  exec <<PAGEFILE_REFS
$pagefile_refs
PAGEFILE_REFS
fi
# <<< pagefile @NAME@ <<<
