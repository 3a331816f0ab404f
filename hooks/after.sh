# >>> pagefile @NAME@ (@HOW@) >>> made by `pagefile hooks install`; `pagefile hooks uninstall` takes it out
@AHEAD@
(
  [ "${PAGEFILE_HOOKS:-1}" != 0 ] || exit 0
@GATE@
@RUN@
  [ "$ran" = 0 ] || echo "pagefile: the @NAME@ hook could not run (exit $ran); nothing is lost by it." >&2
) </dev/null || :
[ -z "${PAGEFILE_HOOKS_CANARY:-}" ] || exit 0
# <<< pagefile @NAME@ <<<
