  # Where pre-commit of this very git found nothing to say and nothing was staged since, its ticket holds the lines to add.
  by_ticket() {
    read -r mark git pages || return 1
    [ "$mark $git" = "pagefile-ticket-1 $PPID" ] || return 1
    added=
    while IFS= read -r line; do
      added="$added$line
"
    done
    [ -n "$added" ] || return 0
    # A message that may hold trailers already, comments, or nothing at all is for the program.
    part=
    last=
    while IFS= read -r line; do
      case "$part$line" in
        '#'* | body'#'* | 'fixup! '* | 'squash! '* | 'amend! '* | *[Pp]agefile-*) return 1 ;;
        Signed-off-by:* | body*:* | 'body(cherry'*) return 1 ;;
      esac
      case $line in
        *[![:space:]]*) ;;
        *) part=body ;;
      esac
      last=$line
    done <"$1"
    case $last in
      *[![:space:]]*) [ -z "$line" ] || return 1 ;;
      *) return 1 ;;
    esac
    printf '\n%s' "$added" >>"$1"
  }
  ticket=${1%COMMIT_EDITMSG}pagefile/ticket
  if [ "${GIT_EDITOR:-}" = : ] && [ "${1%COMMIT_EDITMSG}" != "$1" ] && [ -f "${GIT_INDEX_FILE:-}" ] && [ "$ticket" -nt "$GIT_INDEX_FILE" ]; then
    by_ticket "$1" <"$ticket" && exit 0
  fi
  unset NODE_EXTRA_CA_CERTS
  node=@NODE@
  quick=@PROGRAM@
  quick=${quick%pagefile.js}hook.cjs
  [ -x "$node" ] && [ -f "$quick" ] && "$node" "$quick" @NAME@ "$@" && exit 0
