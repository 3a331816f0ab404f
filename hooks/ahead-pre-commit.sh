# The hook without the command line around it, silent; where it does not pass, the program below says why. What is staged git lists while the
# program starts; behind a whole list stands a mark.
pagefile_node=@NODE@
pagefile_quick=@PROGRAM@
pagefile_quick=${pagefile_quick%pagefile.cjs}hook.cjs
{
  [ "${PAGEFILE_HOOKS:-1}" != 0 ] && [ -x "$pagefile_node" ] && [ -f "$pagefile_quick" ] &&
    {
      git -c core.fsmonitor=false diff --cached --raw -z --no-abbrev --no-renames --no-ext-diff </dev/null 2>/dev/null &&
        printf 'pagefile-staged\0'
    } |
    NODE_EXTRA_CA_CERTS= PAGEFILE_HOOKS_GIT=$PPID PAGEFILE_HOOKS_STAGED=input "$pagefile_node" "$pagefile_quick" @NAME@ "$@"
} ||
