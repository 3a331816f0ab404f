/** English statements, each behind what it is: written for this test, with such as look like another. */

export const english = `
rule	Never merge a pull request on Friday afternoon.
rule	Do not restart the billing worker without asking Nadia first.
rule	Always run the migration on staging before production.
rule	From now on every invoice is checked by two people.
rule	The garden gate must stay shut while the dog is outside.
rule	Outbound mail requires approval from Priya.
rule	No deploys without a green smoke test.
rule	When the battery shows red, never charge it indoors.
rule	**Rule:** one branch per ticket
rule	Critical: the nightly export is never to be run twice
rule	Ask before you delete anything in the shared drive.
rule	Make sure the window is closed when the alarm is set.
rule	Customer names may not appear in screenshots.
rule	Agents must sign every message they send to the board.
rule	Only reply to the supplier after Tom has seen the draft.
decision	**Decision:** no outbound before the launch
decision	We decided to keep SQLite for the catalog.
decision	Decided against the second warehouse.
decision	At 10:42 we agreed that the fee stays at two percent.
decision	Nadia and Tom have agreed to split the report in two.
decision	Settled on the blue logo after the third round.
decision	We chose Lisbon over Porto for the offsite.
decision	**Final decision** – the newsletter moves to Tuesdays
decision	Going with the cheaper host for the archive.
decision	It was decided that guests pay for parking.
lesson	**Lesson:** check the time zone before booking a call
lesson	We learned that the printer drops jobs over forty pages.
lesson	Lesson learned: quotes expire after ten days, so ask again.
lesson	Turns out the cache has to be warmed by hand after a restart.
lesson	Next time book the venue before sending invitations.
lesson	**Key takeaway:** short mails get answers
lesson	In hindsight the test should have covered leap years.
lesson	Learned the hard way that the scanner needs the older driver.
lesson	Gotcha: the API counts pages from zero
preference	Priya prefers summaries of three lines.
preference	The user likes to be called by first name.
preference	Tom would rather get a call than a mail.
preference	Nadia hates being woken by alerts at night.
preference	She does not like emoji in reports.
preference	His favorite coffee is a flat white.
preference	Preference: dark mode everywhere
preference	Otto does not eat fish.
preference	Clara wants all dates written in ISO form.
correction	Tom corrected me: the contract ends in May and not in March.
correction	**Correction:** the office is on the fourth floor
correction	I was wrong about the rate; it is 1.8 percent.
correction	Actually the parcel was not lost, it went to the neighbor.
correction	Priya corrected me twice on the spelling of her name.
identity	My name is Juniper.
identity	I am your scheduling agent and I run on a small server.
identity	**Timezone:** Europe/Madrid
identity	Name: Juniper
identity	She lives in Graz with two cats.
identity	Pronouns: they/them
person	Maria Keller is the CFO.
person	Our accountant is Dr. Benitez.
person	Jonas (landlord) answers only by letter.
person	**Helen Ito** – head of sales at the Osaka branch
person	Rosa is my sister and lives nearby.
person	The new project lead is Amir Haddad.
person	Paul: our contact at the bank
fact	The archive is on the second disk.
fact	The office closes at six.
fact	Backups are kept for ninety days.
none	The deploy never finished and I went home.
none	Should we never merge on Fridays?
none	We still need to decide between the two hosts.
none	Decision pending on the new logo.
none	No decision yet about the venue.
none	Maybe we should always ask Tom first.
none	The job always failed at step three, so I looked at the disk.
none	"A plan that was never tested is only a wish."
none	Read chapter four of the book on typography.
none	Posted two replies and went through the feed.
none	Talked with Priya about the roadmap for an hour.
none	Fixed the layout of the start page.
none	I must finish the slides by tomorrow.
none	Next: write the tests for the importer
none	To do: ask Tom about the key to the cellar
none	The machine learning course starts in spring.
none	Piano lesson at four.
none	The post got likes on both platforms.
none	Had a good call, everyone was happy.
none	I never heard back from the printer.
none	Error name: timeout in the worker
none	Never mind, the file was in the other folder.
none	I wonder whether Tom prefers mail.
none	Refactored the parser and removed dead code.
none	Corrected a typo in the footer.
operational	Email: No new (last one Tuesday).
operational	Checked the inbox, nothing new.
operational	Heartbeat 14:20: all quiet.
operational	3 replies, 5 likes, 2 mentions
operational	Tests: 131 passed, 0 failed
operational	**Feed:** no new messages since noon
operational	Backup finished at 02:00.
operational	Synced 412 files, 0 errors
operational	Uptime 14 days
operational	Notifications: 12 unread
operational	No changes since the last check.
finished	[x] Order new chairs
finished	Done: moved the blog to the new host
finished	~~Call the plumber about the boiler~~
finished	Ordered the paper for the printer. [done]
finished	Status: completed
superseded	The staging host is replaced by the cluster.
superseded	The Tuesday rota no longer applies.
superseded	Obsolete: the old price list
expired	The voucher is valid until 2025-03-01.
expired	Guest access expires on 2025-11-30.
expired	Deadline: 2024-12-24
rule	Never open the vault after 18:00, whatever the counter shows.
rule	No new hires without approval from the board.
secret	Router login: admin / Tr0ub4dor&3x
secret	SSH: root / pa55-Qz81kk
secret	The mail password is Sunny#Hill42
secret	PIN: 483920
decision	The password is kept in the safe; we agreed that only Tom opens it.
rule	The wall calendar is the source of truth for visits.
rule	Mara explicitly asked for a call before anybody opens the shed.
preference	Added a preference for short notes with a picture.
lesson	The gate code does not support letters.
lesson	Pickup is only possible from the harbor side.
preference	Preferred route: along the canal, never through the market.
decision	Unanimous vote: the shed stays where it is, behind the oak.
lesson	Discovery: the old pump runs on salt water as well.
none	Mara wants to show me the shed on Sunday.
none	The count of likes went up after the post about the shed.
rule	Direct mail to guests is disabled permanently.
rule	The blue boat is reserved for the island guests.
lesson	The kiosk only accepts coins of two.
`;
