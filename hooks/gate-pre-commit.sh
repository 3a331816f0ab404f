  # What is found now holds for commit-msg of this same git. Nothing here reaches a network, and reading certificates takes long.
  PAGEFILE_HOOKS_GIT=$PPID
  export PAGEFILE_HOOKS_GIT
  unset NODE_EXTRA_CA_CERTS
  # The hook without the command line around it, silent; where it does not pass, the program says why.
  node=@NODE@
  quick=@PROGRAM@
  quick=${quick%pagefile.js}hook.cjs
  [ -x "$node" ] && [ -f "$quick" ] && "$node" "$quick" @NAME@ "$@" && exit 0
