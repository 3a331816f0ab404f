  # What is found now holds for commit-msg of this same git. Nothing here reaches a network, and reading certificates takes long.
  PAGEFILE_HOOKS_GIT=$PPID
  export PAGEFILE_HOOKS_GIT
  unset NODE_EXTRA_CA_CERTS
