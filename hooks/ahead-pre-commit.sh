# The hook without the command line around it, silent; where it does not pass, the program below says why.
pagefile_node=@NODE@
pagefile_quick=@PROGRAM@
pagefile_quick=${pagefile_quick%pagefile.cjs}hook.cjs
{
  [ "${PAGEFILE_HOOKS:-1}" != 0 ] && [ -x "$pagefile_node" ] && [ -f "$pagefile_quick" ] &&
    NODE_EXTRA_CA_CERTS= PAGEFILE_HOOKS_GIT=$PPID "$pagefile_node" "$pagefile_quick" @NAME@ "$@" </dev/null
} ||
