# Where pre-commit of this very git found nothing to say and nothing was staged since, its ticket holds the lines to add.
pagefile_by_ticket() {
  read -r pagefile_mark pagefile_git pagefile_pages || return 1
  [ "$pagefile_mark $pagefile_git" = "pagefile-ticket-1 $PPID" ] || return 1
  pagefile_added=
  while IFS= read -r pagefile_line; do
    pagefile_added="$pagefile_added$pagefile_line
"
  done
  [ -n "$pagefile_added" ] || return 0
  # A message that may hold trailers already, comments, or nothing at all is for the program.
  pagefile_part=
  pagefile_last=
  while IFS= read -r pagefile_line; do
    case "$pagefile_part$pagefile_line" in
      '#'* | body'#'* | 'fixup! '* | 'squash! '* | 'amend! '* | *[Pp]agefile-*) return 1 ;;
      Signed-off-by:* | body*:* | 'body(cherry'*) return 1 ;;
    esac
    case $pagefile_line in
      *[![:space:]]*) ;;
      *) pagefile_part=body ;;
    esac
    pagefile_last=$pagefile_line
  done <"$1"
  case $pagefile_last in
    *[![:space:]]*) [ -z "$pagefile_line" ] || return 1 ;;
    *) return 1 ;;
  esac
  printf '\n%s' "$pagefile_added" >>"$1"
}
pagefile_node=@NODE@
pagefile_quick=@PROGRAM@
pagefile_quick=${pagefile_quick%pagefile.cjs}hook.cjs
pagefile_ticket=${1:-}
pagefile_ticket=${pagefile_ticket%COMMIT_EDITMSG}pagefile/ticket
{
  [ "${PAGEFILE_HOOKS:-1}" != 0 ] && [ "${GIT_EDITOR:-}" = : ] && [ "$pagefile_ticket" != "${1:-}pagefile/ticket" ] &&
    [ -f "$pagefile_ticket" ] && [ ! -h "$pagefile_ticket" ] && [ -f "${GIT_INDEX_FILE:-}" ] &&
    [ "$pagefile_ticket" -nt "$GIT_INDEX_FILE" ] && pagefile_by_ticket "$1" <"$pagefile_ticket"
} ||
  {
    [ "${PAGEFILE_HOOKS:-1}" != 0 ] && [ -x "$pagefile_node" ] && [ -f "$pagefile_quick" ] &&
      NODE_EXTRA_CA_CERTS= "$pagefile_node" "$pagefile_quick" @NAME@ "$@" </dev/null
  } ||
