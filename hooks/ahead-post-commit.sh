# pre-commit of this very git has counted the pages; asking git again starts three processes.
pagefile_ticket=${GIT_DIR:-.git}/pagefile/ticket
{
  [ -z "${PAGEFILE_HOOKS_CANARY:-}" ] && [ -f "$pagefile_ticket" ] && [ ! -h "$pagefile_ticket" ] &&
    read -r pagefile_mark pagefile_git pagefile_pages <"$pagefile_ticket" &&
    [ "$pagefile_mark $pagefile_git" = "pagefile-ticket-1 $PPID" ] && [ "$pagefile_pages" -lt 200 ]
} ||
