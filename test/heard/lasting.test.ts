/** Lasting: what says of itself that it holds beyond this moment, in eleven languages, and talk about the work that only sounds like it. */

import { expect, it } from "vitest";
import { durable } from "../../src/heard/inbox.js";
import { hear, statementsOf } from "../../src/heard/statement.js";
import { keepHeard, remember } from "../../src/night/keep/heard.js";
import { at, desk, must } from "../support/heard-desk.js";

it.each([
  "Always use pnpm.",
  "From now on never push to main without a review.",
  "I prefer short answers.",
  "We decided to use Postgres for the ledger.",
  "The staging host is called umber.",
  "Rosalind owns the booking service.",
  "When a test fails, run it again.",
  "In all my projects: always write commit messages in French.",
  "In pull requests I want the ticket in the title.",
  "For commits in geocoder I want the prefix `fin:` in all my projects.",
  "For U-3111 always compare the trains first.",
  "We decided to compare the trains first for U-3111.",
  "no, I told you already: pnpm",
  "Immer zuerst die Tests laufen lassen.",
  "Der Server hört auf Port 4411.",
  "Ne jamais déployer le vendredi.",
  "Toujours lancer les tests avant.",
  "Siempre usa pnpm.",
  "El servidor escucha en el puerto 4411.",
  "周五不要部署，永远不要。",
  "As I said, never sail at night.",
  "By the way, the importer skips empty rows on purpose.",
  "We moved to Kafka for the bookings.",
  "No, Mara owns the kiosk since last week, Tom has left.",
  "When the timetable changes, regenerate the posters.",
  "If the crane breaks, ping Dmitri first.",
  "Ask Ana before you change a tariff.",
  "My boat is called Pixel.",
  "テストサーバーのポートは4411です。",
  "We always go through getBerth() in the importer.",
  "Don't use getBerth() in the importer, always go through the planner.",
  "We're not supposed to use the docker image in dev mode.",
  `${"Then the planner reads the tariffs and adds them up. ".repeat(30)}Never mix two tariffs in one commit.`,
  "hi! add a retry to the importer. also, please never touch the legacy_berths table, and from now on commit in the imperative",
  "Refactor the parser. Keep in mind that all public functions need a docstring.",
  "don't use any in typescript, ever",
  "We settled on Redis for the queue because Kafka was too much to run.",
  "I said no emojis in commit messages!",
  "Correction: from now on fares have to be refundable only above 200 EUR.",
  "Korrektur: ab jetzt deployen wir donnerstags.",
  "Make sure to always use pnpm.",
  "You should never commit .env files.",
  "You must never push to main.",
  "Let's settle it: the queue behind the tickets is RabbitMQ.",
  "for this repo: PR titles in German please, descriptions in English",
  "Schreib die Commit-Nachrichten bitte immer auf Englisch.",
  "Je souhaite dorénavant que tu me parles en français",
  "No, nunca generes la migración a mano",
  "请记住我们的数据库端口是5433",
  "The agent should NEVER open the harbor keys!! This goes for keys.txt, keys.json and the backups.",
  "no new spreadsheets unless I ask for them",
  "Don't send letters to the guests without my approval",
  "no quiero planillas que no te pido",
  "除非我要求，不要新建文件",
  "You must not rename a berth without asking me",
  "NUNCA tenes que borrar una reserva a mano",
  "The guests like tea (save this to your memory)",
  "Alle Tarife müssen in Cent stehen",
  "chaque page doit avoir un titre",
  // Whoever works is told by “you”, by what they work with, or by what comes about.
  "When you change a tariff, tell me.",
  "When adding a dependency, ask me first.",
  "The team never sails on Sundays.",
  "I'd rather have short names than long ones",
  "We will always use the list of tariffs as the standard when we import a berth. Then we can have a plan from that list.",
  "You don't need to open the plot any more, we know the tides by now",
  "Remember we are on the quay in Lyon until May",
  "We should always read the real tariffs, especially in a case like this",
  "Please answer in French",
  "Always show the tariff when I ask about a ferry",
  "请使用中文回答",
  "we dont use npm. we use bun",
  "La lista de barcos tiene tarifas, así que siempre debe llevar la del puerto",
  // What the work is done with, and how what is made over and over has to be.
  "Use Lora font for all posters",
  "use harbor library for tides",
  "id prefer to use ferries over night trains",
  "all comments in the planner have to be in English",
  "Je veux que les commentaires soient plus courts et en français",
  "i dont want mds",
  "don't create markdown files",
  "let's use Redis",
  "I am not a programmer",
  "everything has to work on a phone",
  // Nothing but what the agent has to leave, or what nobody does of their own accord.
  "do not reset the tides",
  "And do not touch the berths at all. Then paint the quay.",
  "不要私自修改",
  "在本项目中，不要写渡轮",
  "你进行工作时，应该随时给我共享进度",
  "billing のテストは必ず jest で書いてください。",
  "勝手に変更しないで",
  // Italian and Russian.
  "Rispondi sempre in italiano",
  "Non modificare mai le tariffe senza chiedermi",
  "Ogni volta che modifichi una tariffa, aggiorna la guida",
  "Preferisco risposte brevi",
  "Il molo gira sulla porta 5000",
  // Beside the talk of a companion that holds nothing.
  "Always bring the receipts for the ferry.",
  "Never give out the code of the gate.",
  "Whenever you need a berth list, ask the harbor office first.",
  "Отвечай на русском",
  "Никогда не трогай тарифы без спроса",
  "Мы используем pnpm, а не npm",
  "Комментарии должны быть на русском",
  "Мне нравятся короткие ответы",
  // Polish, with its marks and without them.
  "Nigdy nie kasuj taryf bez pytania",
  "zawsze uzywaj pnpm, nigdy npm",
  "prosze, zadnych emoji w odpowiedziach",
  "Wolę krótkie odpowiedzi od długich",
  "Mam uczulenie na orzechy",
  "Zdecydowaliśmy, że zostajemy przy SQLite",
  "Serwer testowy nasłuchuje na porcie 4411",
  "Jeśli dźwig się zepsuje, najpierw napisz do Dymitra",
])("%s lasts", (text) => {
  expect(statementsOf(text, null).filter(({ lasting }) => lasting)).not.toEqual([]);
});

it.each([
  ["I'm in Lisbon, so give me times in WET always.", ["I'm in Lisbon, so give me times in WET always"]],
  ["I'm in Lisbon, so give me the time there.", []],
  // What somebody likes or has settled holds, whatever is asked in the same breath.
  ["I prefer paper maps for their size, can you find me one of the coast?", ["I prefer paper maps for their size"]],
  [
    "I'm stuck with the timetable, and I prefer night trains over planes, so can you help me?",
    ["I prefer night trains over planes"],
  ],
  [
    "I prefer small hotels with a garden, but I'm not sure if there are any.",
    ["I prefer small hotels with a garden"],
  ],
  [
    "I've decided to keep the old ferry for the last winter to save fuel, what's the best way to tell the crew?",
    ["I've decided to keep the old ferry for the last winter to save fuel"],
  ],
])("%s: what lasts is cut out whole", (text, lasting) => {
  expect(statementsOf(text, null).flatMap((each) => (each.lasting ? [each.text] : []))).toEqual(lasting);
});

// As people talk in the middle of work: most of it looks like a statement of some kind, and nobody wants it on a page.
it.each([
  "when running the tests I get these errors",
  "Actually let's use the copy to compare",
  "let's use ledger data to compare",
  "let's go with 3",
  "Use the current berth instead of a fixed one",
  "Make sure to fix the use of ferries everywhere",
  "I don't like this solution at all",
  "we dont make progress",
  "only the list of ferries is empty",
  "The harbor region is wrong",
  "Keep the ferry animation and the berths",
  "should the list be a part of the harbor, thus always there for the ferry",
  "nie sprawdź przystań czy na pewno prawidłowo płyną łodzie",
  "przycisk zapisu dalej nie działa",
  "gdy użytkownik kliknie w prom, pokaż cennik",
  "bierzemy opcję 2",
  "mój szef uważa, że nigdy nie powinniśmy pływać nocą",
  "お願いします",
  "Aggiungi un pulsante nella pagina",
  "Сервер не запускается, исправь",
  "Добавь кнопку на главную страницу",
  "if yes, do it, if not commit first",
  "it also always seems to be this same hash, I think",
  "this has happened twice now just fyi",
  "so let's not jump to conclusions about the worktree just yet",
  "we have a bunch of files in src directly that we also use",
  "but that should have been a one-off operation",
  "I've only recently started seeing this happen",
  "this plan must be written so that you can pick up from where you left",
  "the server is listening but the port is wrong",
  "When that is done, run the tests.",
  "I never got that far",
  "the build is red now",
  "yeah let's go for the date on every line",
  "Consider copying the list consistently before the loop",
  "we have a link and a list they are different in the old one",
  "use the second one for now",
  "one more thing: we are seeing",
  "Sure, let's rewrite it in COBOL and never test it again, great idea.",
  // As people talk to a companion: cheer, courtesy, and how it was.
  "Always happy to help!",
  "You never know what the sea brings.",
  "Long time no talk!",
  "Keep pushing on!",
  "Nope, never been to the island.",
  "That was the roughest crossing ever",
  "The night ferry is quieter than ever",
  "Whenever you need help, just say so.",
  "Show me the pictures when you can!",
  "It also helps me become more patient",
  "You are changing lives",
  // Half a sentence, a line of a list, an output.
  "the ferry part is",
  "3, but on by default",
  "9. Tariff.Reason is never shown",
  "e.g. the timetable isn't complete",
  "takes tariffs to avoid a second lookup",
  "without touching any of the timetables",
  "To hide this notice in future sessions, run",
  '"false") assumes a tariff in all cases',
  // What a reviewer says of code.
  "The RunFerryCommand function is defined in ferryenv.go and never called anywhere",
  "When a crossing is split, splitCrossing() keeps the old berth in all cases",
  "This means that berths can never be freed. seatMap, berthList and freeBerth all read it.",
  // What came about in this talk.
  "keep all the tariff changes we made",
  "i like option 3",
  "I'd prefer that",
  "github is flagging merge conflicts",
  "all tests have passed on the PR",
  "the author of the crossings is not set correctly",
  "じゃあそうしよう",
  // How people describe what they see and what they want built, in languages whose words for it sound like rules.
  "Toujours rien dans l'appli",
  "L'ordre des nœuds n'est toujours pas bon",
  "Il faut que les sections soient un peu moins hautes lorsqu'elles sont repliées",
  "Rien ne se passe à l'écran ni dans les logs",
  "los datos se ven solapados",
  "si por favor",
  "cuando abro el carrito, debería agregarse un pedido si no hay ninguno",
  "la barra de botones debe estar abajo, no arriba",
  "yo nunca te pedí que crees scripts",
  "边框样式显示不全的问题",
  "有些地方有黑色背景有些地方没有",
  "Das geht immer noch nicht",
  // Where “ever”, “if”, “all” and “when” are of the matter in hand.
  "you wont remember the berth unless you note it",
  "Check to see if any tariffs are the same",
  "popular ferries across all harbors",
  "I want to merge in all of my changes to the timetable",
  "only when there are more than 3",
  "before picking a berth, no need for a list",
  "Before renaming the berths, compare those lists",
  "Looks great, now when on the list of ferries",
  "unfortunately changing the tariff and/or the berth is not doing anything",
  "restart: always",
  "You renamed the berth without asking me",
  // So does what is built; a person says which of it is a rule of the house.
  "Primary color: #3a3a3a, secondary color: #c8d5c4",
  "It deleted the harbor file without my permission, restore it",
  "hiciste la lista sin preguntarme",
  "just send it without asking me",
  "je veux bien que tu passes en revue",
  "I value her opinion",
  "I'll keep in mind that the harbors might be closed",
  "harbor/berths is fine",
  "In the ferry page add one line showing 50% of the tariff so we are able to see it",
  "只要一句话就可以订票，我们的现在能不能这样",
  // A case of the program that is built, and what somebody sees it do.
  "when selecting a berth, show the tariff and the name of the ferry",
  "if the berth is taken, keep the season",
  "After the user picks a berth, ask them to confirm",
  "put a comment in go.mod that the places need it when the harbor changes",
  "no berths are shown",
  "the tables of tariffs on harbor.html are not displayed anymore",
  "Don't stop until you have read all the tariffs",
  // What is said of one thing in hand, of another thing said before, and by who only goes on.
  "every time you destroy the harbor folder",
  "we should always show it",
  "think about how you can note it so you always do this going forward",
  "but as a rule of thumb",
  "we never dealt with such berths",
  "For the selected ferry I want the berths to be sorted",
  "okay, one column for all of it. no merging here. then the ferries",
  "the team button should not be touched by changing the berth",
  "two berths are shown. all others should not be selected",
  'make another list called "Berths"',
  "to be clear, the page is called berths",
  "1. yes 2. I like short names 3. the second one",
  "approved, go on with the harbor",
  "I'll take a break here",
  "always show the tariff of the ferry",
  "All berths should be sortable",
  "the ferry should never be able to catch up with the boat",
  "No escuché nada.",
  "no code, tell me where harbor.html finds the berth",
  "los botones deben estar abajo, no arriba",
  "don't write any code",
  "my point is the ferry stays at the quay",
  "my point here is 4 berths",
  "after spawn the ferry, then wait 4 seconds",
  "whenever I click on the berth, call the tariffs",
  "我希望推送的信息是处理过后的",
  "@harbor.html:12-14 就是原因",
  // What is so is said of the work in hand all day, and so is what is wanted of one thing of it.
  "The walk is at 10 now.",
  "Pull requests for the kiosk go against the branch release-next.",
  "para la lista quiero que pongas una tarifa por barco",
  "Add the same tariffs and background colors to the list of ferries",
  "also, the berth of them is off",
  "my friend is running it, which ferry is that",
  "All berths have been added to the list",
  "no matter what i do, the berth is gone",
  "remember back to our harbor work",
  "remember this page is the list of berths, and the ferries below",
  "i told you to walk me through it. instead you sold the berth",
  "If you only read the list from your own servers, you can use the key of the harbor",
  // It goes on with a sentence that is of something else.
  'make a list so that all "acts of the harbor", like selling a berth, adding a ferry, always take place in the main hall',
  "Dorénavant tu peux indiquer ça dans la liste des tarifs",
  // In the middle of so much text nobody typed a rule.
  `${"Then the planner reads the tariffs and adds them up. ".repeat(15)}\nAlways give an example of a tariff.\n${"The list is read. ".repeat(40)}`,
  "You should always see the toolbar at the top of the page.",
  "You have to always log in twice. Fix that please.",
  "make sure to always call close() in the finally block here",
  "Write a poem. Make sure to never use the letter e.",
  "you should never return undefined here",
  "Correction: we always see the error on Safari",
])("%s does not", (text) => {
  expect(statementsOf(text, null).filter(({ lasting }) => lasting)).toEqual([]);
});

it.each([
  ["Ask any additional questions", true],
  ["The contract with the printer of the tickets ends on 27 January.", true],
  ["Our ferry leaves at nine.", true],
  ["the port is 3001", true],
  ["测试服务器的端口是4411。", true],
  ["All public tariffs must be given in cents.", true],
  ["The lease is with the desk in Lyon, so ask them. What is the tariff?", true],
  // What a form or a program prints comes again, and so does what leads to code and what points at the moment.
  ["Here's my current code", false],
  ["address 12 and 14", false],
  ["посмотри причал\n\nThe ferry to Kiel leaves at nine.", false],
  ["To-do's from the list were made, see above", false],
  [`${"The planner reads the tariffs and adds them up. ".repeat(12)}The lease is with the desk in Lyon.`, false],
  ["this ferry is late", false],
  ["do all berths have a tariff", false],
  ["let's go with option 3", false],
  ["Go with 1.", false],
  ["ok, let's go with your recommendation", false],
  ["let's go with the tariffs of Kiel for all berths", true],
  ["remember this is a list of the harbor", true],
  ["remember this is late", false],
  ["Me voy a dormir", false],
])("%s: lasts once it is said twice: %s", (text, lasts) => {
  expect(statementsOf(text, null).some((each) => each.lasting || each.mayLast === true)).toBe(lasts);
});

it("hears nothing in lines of a log whose time or level stands as loggers write them", () => {
  const log = [
    "Feb 9 09:00:34.906 |INFO| the session always owns the lock",
    "[Mar 12, 10:11:12] never retry the host, it is called umber",
    "worker-3 | ERROR | we decided to drop the connection",
    "2026/02/19 11:48:19 WARNING ferry.log: the berth must always be free",
  ].join("\n");
  expect(statementsOf(log, null).filter(({ kind }) => durable.has(kind))).toEqual([]);
});

const sure = 0.5;

// Told to the next session, these would say nothing.
it.each([
  ["they should be limited to one berth", "the berths should be limited to one"],
  ["this allows to sort the tariffs as a whole", "this planner is our list of all tariffs"],
  ["have it sorted by default", "keep it short by default"],
  ["as well as the tariffs of the harbor in cents", "the tariffs of the harbor are in cents"],
  ["or a list of the harbor if one is named", "a list of the harbor is named harbor.md"],
  ["if so, the list should be in cents", "if a tariff is new, the list should be in cents"],
  ["the tariffs are so and", "the tariffs of the harbor are in cents"],
  ["okay, the harbor is happy :-)", "okay, the harbor is a happy place"],
  ["si grazie, prepara la lista per il porto", "si prepara la lista per il porto"],
  ["お願いします", "短い回答でお願いします"],
])("%s is half of what was said, and %s is whole", (half, whole) => {
  const scores = [half, whole].map((text) => statementsOf(text, null).map(({ score }) => score));
  expect(statementsOf(half, null).some(({ mayLast }) => mayLast === true)).toBe(false);
  expect(Math.max(...scores[0]!)).toBeLessThan(sure);
  expect(Math.max(...scores[1]!)).toBeGreaterThanOrEqual(sure);
});

it("is sure of nothing in a prompt that states more than anybody types", () => {
  const said = (count: number): string =>
    Array.from({ length: count }, (_, at) => `the tariff of berth ${at} is in cents`).join("\n");
  expect(statementsOf(said(4), null).every(({ score }) => score >= sure)).toBe(true);
  expect(statementsOf(said(20), null).every(({ score }) => score < sure)).toBe(true);
});

it("keeps nothing that told a secret, asked for or not", async () => {
  const { memory, page, items } = await desk();
  const { primary } = memory.workspace;
  const secret = ["AKIA", "QWERTYUIOPASDFGH"].join("");
  const told = `Always sign in with ${secret} on the quay`;
  must(hear(primary, told, { at, by: "codex", session: "s-one", key: "p1", isPerson: true, before: null }));
  must(await keepHeard(primary, { detached: "refuse" }));
  expect(page()).toBe("# Memory\n");
  expect(items()).toMatchObject([{ lasting: false }]);
  const asked = await remember(primary, told, { by: "cli", session: null, isPerson: true }, { detached: "refuse" });
  expect(asked).toMatchObject({ ok: false, error: { reason: "SECRET_DETECTED" } });
  expect(page()).toBe("# Memory\n");
});

it.each([
  ["The lighthouse in Norddorf was built in 1906. Remember that.", "The lighthouse in Norddorf was built in 1906"],
  ["Wir liefern nur bis Leeds North. Bitte merken!", "Wir liefern nur bis Leeds North"],
  ["our bank holidays are always closed. remember this.", "our bank holidays are always closed"],
  ["The oven needs 20 minutes to heat up. Keep that in mind", "The oven needs 20 minutes to heat up"],
  ["Notre bureau ferme à 17h. Retiens ça.", "Notre bureau ferme à 17h"],
  ["Cerramos los lunes. Recuérdalo.", "Cerramos los lunes"],
  ["我们周一休息。记住这个。", "我们周一休息"],
  ["月曜は定休日です。覚えておいて。", "月曜は定休日です"],
  ["Remember this. We close on mondays.", "We close on mondays"],
])("a request to remember holds of the sentence beside it: %s", (text, said) => {
  expect(statementsOf(text, null)).toMatchObject([{ text: said, lasting: true }]);
});

it("a request to remember is nothing by itself", () => {
  expect(statementsOf("Remember that.", null)).toEqual([]);
});

it.each([
  "use pnpm from now on, npm is gone",
  "nimm ab jetzt pnpm, npm ist raus",
  "Bitte in Zukunft friesische Wörter immer auf Öömrang, nicht Fering",
  "kannst du in Zukunft bitte immer auf Deutsch antworten? nicht Englisch",
  "can you always answer in German from now on?",
])("an order from now on holds, whatever stands behind it: %s", (text) => {
  expect(statementsOf(text, null).some(({ lasting }) => lasting)).toBe(true);
});

it.each([
  "no hashtags, no emojis on this one",
  "Keine Emojis diesmal, und nie länger als 3 Sätze",
  "for this email always use sie, never du",
  "nur hier: immer duzen, nie förmlich",
  "act as a strict interviewer: never help me, always ask follow-up questions",
  "i want you to act like a senior reviewer for this: always be harsh, never praise. review src/app.ts",
  "en este correo siempre trata de usted",
  "dans ce mail toujours vouvoyer",
])("an order for one thing in hand is neither kept nor waits as likely: %s", (text) => {
  expect(statementsOf(text, null).filter(({ lasting, chance }) => lasting || chance > 0.14)).toEqual([]);
});

it.each([
  "in emails always use sie",
  "for this client always write in formal German",
  "no emojis in commit messages",
])("an order for all of a kind holds: %s", (text) =>
  expect(statementsOf(text, null)).toMatchObject([{ text, lasting: true }]),
);

const durables = (text: string): readonly string[] =>
  statementsOf(text, null).flatMap((each) => (durable.has(each.kind) ? [each.text] : []));

it.each([
  "just for this task always use the prod db",
  "only today always answer in french, my coworker is watching",
  "nur heute immer auf Englisch antworten",
  "solo por esta vez nunca pidas permiso",
  "in this session always answer in German",
  "login is broken, always only on the second click",
  "crasht, immer nach dem zweiten push",
  "se cae, siempre al segundo intento",
  "plante, toujours après le deuxième clic",
])("what is said for this once, in jest or of a failure is over with its session: %s", (text) => {
  expect(durables(text)).toEqual([]);
});

it.each([
  "from today on always answer in French",
  "for now always ask before you push",
  "this time and every time, run the linter",
  "never turn off RLS, even temporarily",
  "Whenever I say standup, list what I did today",
  "until further notice always ask before a deploy",
  "Usa siempre pnpm a partir de ahora",
  "De ahora en adelante responde en español",
  "for this session cookie use httpOnly",
  "Always at startup read docs/plan.md",
  "Always after a deploy run the smoke tests",
  "siempre al terminar una tarea actualiza el changelog",
  "no hagas commits, solo después de que pasen los tests",
  "nicht pushen, nur wenn ich es sage",
  "Errors must be wrapped, always when they cross a module",
  "Ping Anna if CI fails, only after the second retry",
  "always in English",
  "immer auf Deutsch",
  "commit messages: always in English",
  "always after a push, run the tests",
  "immer nach dem Push die CI prüfen",
  "when login is broken, always restart the proxy",
  "we always name branches jk/<topic>",
  "we prefix branches with our initials, mine is jk",
  "jk (jonas) reviews all frontend PRs, always two approvals",
  "never merge without asking jk",
])("and what looks like it is not: %s", (text) => {
  expect(durables(text)).toContain(text);
});

it.each(["from now on deploy on fridays, jk", "always use tabs lol jk", "jk, always use tabs"])(
  "who says that it is not meant says it at an end: %s",
  (text) => expect(durables(text)).toEqual([]),
);

it.each([
  "commit messages always in english and imperative, no emojis",
  "always write the changelog in english",
  "PR titles always in german",
  "Never use emojis in commit messages",
  "Schreib Commit-Nachrichten immer auf Englisch",
  "Écris toujours le changelog en français",
  "请始终用英文写提交信息",
  "My boss is called Karen.",
  "My new boss is called Tomas.",
  "Mon nouveau chef s'appelle Paul",
  "My colleague Tim is on leave in March",
  "I have a birthday field in the form",
])("what is written in the work, and who is at work, is of the project: %s", (prompt) => {
  expect(statementsOf(prompt, null)[0]?.scope).toBe("project");
});

it.each([
  "Always answer me in English",
  "No emojis in your replies or commit messages",
  "总是用中文回答我，代码注释用英文",
  "I am vegetarian.",
  "I'm not vegetarian anymore.",
  "I am not vegetarian anymore.",
  "Ya no soy vegetariano",
  "Ich esse kein Fleisch",
  "I have two kids",
  "Abito a Torino.",
  "Non abito più a Torino.",
  "My favorite editor is Helix",
  // As the British spell it.
  "My favorite editor is Helix".replace("vor", "vour"),
])("how the person is answered, and their body, home and family, are of all projects: %s", (prompt) => {
  expect(statementsOf(prompt, null)[0]?.scope).toBe("always");
});

it.each([
  ["mia wants a dog again. i said not before summer", 1],
  ["told Mia. she asked if Pommes stays. he stays", 0],
  ["dr appointment because of my knee on monday 23 feb 8:15, Dr. Sommer, orthopedics", 0],
  ["my next dentist appointment is on 12 March at 9:30", 0],
  ["mein Zahnarzttermin ist am 12. März um 9:30", 0],
])("what answers somebody else, asks for them, or is over with a day waits: %s", (prompt, at) => {
  const statement = statementsOf(prompt, null)[at];
  expect(statement).toBeDefined();
  expect(statement).toMatchObject({ lasting: false });
  expect(statement?.kind).not.toBe("trigger");
});

it.each(["I said no comments in the code", "my birthday is on 12 March, I was born at 9:30"])(
  "and what only begins so lasts: %s",
  (prompt) => {
    expect(statementsOf(prompt, null).some(({ lasting }) => lasting)).toBe(true);
  },
);

it("a birthday is no decision, and a list of labels no order", () => {
  const kindsOf = (prompt: string): readonly string[] => statementsOf(prompt, null).map(({ kind }) => kind);
  expect(kindsOf("mum's birthday is 22 March, she turns 65 this year")).toEqual(["fact"]);
  expect(kindsOf("he wants conventional commits: feat:, fix:, chore:")).not.toContain("task");
});
