/**
 * Subjects: what a made-up person has to say about their work, as sentences with gaps, and the prompts that cannot be answered without it.
 *
 * `{thing}` is a service of the project, `{value}` what is said of it, `{old}` what was said before. A statement is known by its thing and its value
 * wherever they stand together, so a value is a word that the sentences about other families do not use. Of a family and a thing there is one
 * statement at a time, in one language; `fixes` says a later one. All of it is invented, and nothing here is taken from the labeled set.
 */

export type Kind = "rule" | "preference" | "decision" | "fact" | "trigger" | "correction";

/** Sentences of one family in one language. */
export interface Subject {
  readonly family: string;
  readonly language: string;
  readonly kind: Exclude<Kind, "correction">;
  readonly says: string;
  /** A prompt that needs the statement, with words of it. */
  readonly probe: string;
  /** The same need in other words; the name of the thing is all they share, and sometimes not even that. */
  readonly paraphrase: string;
  readonly fixes: string;
}

export const things: readonly string[] =
  `billing ledger importer exporter gateway mailer scheduler indexer checkout invoices payroll webhooks dashboard
  renderer archiver notifier thumbnailer matcher geocoder reporting uploader translator throttler proxy`.split(/\s+/);

export const values: Readonly<Record<string, readonly string[]>> = {
  port: numbers(7103, 137, 40),
  owner: "Mara Tomas Ines Jorun Keiko Bram Odile Farid Liesl Pavel Noor Anselm Teodora Yusuf Brigid Emeka".split(" "),
  packages: "pnpm yarn bun npm deno".split(" "),
  deploy: "Mondays Tuesdays Wednesdays Thursdays Saturdays".split(" "),
  store: "Postgres SQLite DynamoDB ClickHouse MariaDB CockroachDB".split(" "),
  queue: "RabbitMQ NATS Kafka Pulsar Beanstalk ZeroMQ".split(" "),
  branch: "develop trunk release-next integration staging-two".split(" "),
  fixtures: "test/golden spec/samples var/fixtures data/recorded test/replay".split(" "),
  runner: "vitest jest mocha tape ava uvu".split(" "),
  regenerate: ["make regen", "just snapshot", "bin/rebuild", "make protos", "nx derive", "task codegen"],
  latency: numbers(115, 35, 30),
  contract: ["14 August", "3 October", "27 January", "9 June", "22 November", "18 March", "30 April"],
  staging: "amber cobalt indigo ochre sepia teal umber magenta".split(" "),
  logs: "logfmt NDJSON syslog protobuf GELF".split(" "),
  flags: "ffx lab canary preview dark".split(" "),
  backups: numbers(211, 13, 25),
  errors: numbers(41, 7, 24).map((code) => `E${code}`),
  node: "18.20 20.11 22.4 23.9 24.2".split(" "),
  prefix: "core fin infra pipe edge desk".split(" "),
  frozen: "legacy_orders audit_trail ledger_2019 tax_rows old_quotes dunning".split(" "),
  channel: "ops-night pager-gold fire-drill duty-desk red-phone".split(" "),
  money: ["integer cents", "micro-euros", "decimal strings", "basis points"],
};

const english: readonly (readonly [Subject["kind"], string, string, string, string, string])[] = [
  [
    "fact",
    "port",
    "The {thing} service listens on port {value} locally.",
    "Which port does the {thing} service listen on locally?",
    "I want to curl {thing} on my laptop. What do I put behind localhost?",
    "Correction: the {thing} service listens on port {value} now, not on {old}.",
  ],
  [
    "fact",
    "owner",
    "{value} owns the {thing} service, nobody else merges there.",
    "Who owns the {thing} service?",
    "I need somebody responsible for {thing} to look at my diff, whom do I ping?",
    "No, {value} owns the {thing} service since last week, {old} has left.",
  ],
  [
    "rule",
    "packages",
    "In the {thing} folder packages are installed with {value}, never with anything else.",
    "Install the packages in the {thing} folder.",
    "Add a date library as a dependency of {thing}.",
    "I changed my mind: packages in the {thing} folder are installed with {value}, no longer with {old}.",
  ],
  [
    "rule",
    "deploy",
    "We deploy {thing} on {value} only.",
    "When do we deploy {thing}?",
    "Can {thing} go to production today?",
    "The rule has changed: we deploy {thing} on {value}, not on {old} any more.",
  ],
  [
    "decision",
    "store",
    "We decided that {thing} stores its data in {value}.",
    "Where does {thing} store its data?",
    "I am writing the persistence layer of {thing}. What do I connect to?",
    "We reverted that decision: {thing} stores its data in {value} instead of {old}.",
  ],
  [
    "decision",
    "queue",
    "Let's settle it: the queue behind {thing} is {value}.",
    "Write a consumer for the queue behind {thing}.",
    "Messages for {thing} arrive twice. What carries them?",
    "Scrap {old}, the queue behind {thing} is {value} from today.",
  ],
  [
    "rule",
    "branch",
    "Pull requests for {thing} always go against the branch {value}.",
    "Open a pull request for {thing} against the right branch.",
    "Where do I merge my work on {thing}?",
    "Not {old}: pull requests for {thing} go against {value} now.",
  ],
  [
    "fact",
    "fixtures",
    "The fixtures of {thing} are in {value}.",
    "Add a case to the fixtures of {thing}.",
    "Where are the sample inputs that the specs of {thing} read?",
    "We moved them: the fixtures of {thing} are in {value}, {old} is gone.",
  ],
  [
    "preference",
    "runner",
    "I prefer {value} for the tests of {thing}.",
    "Write tests for {thing}.",
    "Cover the parser of {thing} with a few specs.",
    "I no longer like {old} there, use {value} for the tests of {thing}.",
  ],
  [
    "trigger",
    "regenerate",
    "Whenever you change the schema of {thing}, run `{value}` afterwards.",
    "Change the schema of {thing}: the column `note` becomes nullable.",
    "Rename a field in the tables of {thing}.",
    "It is `{value}` now that you run after a change of the schema of {thing}, not `{old}`.",
  ],
  [
    "rule",
    "latency",
    "A request to {thing} must never take more than {value} ms.",
    "How long may a request to {thing} take?",
    "Set the timeout of the client that calls {thing}.",
    "The limit moved: a request to {thing} may take {value} ms, not {old}.",
  ],
  [
    "fact",
    "contract",
    "The contract with the vendor of {thing} ends on {value}.",
    "When does the contract with the vendor of {thing} end?",
    "Until what day can we rely on the supplier of {thing}?",
    "They prolonged it, the contract with the vendor of {thing} ends on {value}, not on {old}.",
  ],
  [
    "fact",
    "staging",
    "The staging host of {thing} is called {value}.",
    "Restart the staging host of {thing}.",
    "On which machine do I try {thing} before a release?",
    "We replaced {old}: the staging host of {thing} is called {value}.",
  ],
  [
    "rule",
    "logs",
    "Log lines of {thing} are written as {value}.",
    "Add a log line to {thing}.",
    "I want {thing} to print what it skips.",
    "Log lines of {thing} are written as {value} from now on, {old} was a mistake.",
  ],
  [
    "rule",
    "flags",
    "Feature flags of {thing} start with `{value}`.",
    "Add a feature flag to {thing}.",
    "Hide the new page of {thing} behind a switch.",
    "Feature flags of {thing} start with `{value}`, I was wrong about `{old}`.",
  ],
  [
    "fact",
    "backups",
    "Backups of {thing} are kept for {value} days.",
    "How many days are backups of {thing} kept?",
    "How far back can I restore {thing}?",
    "Legal asked for more: backups of {thing} are kept for {value} days, not {old}.",
  ],
  [
    "rule",
    "errors",
    "Error codes of {thing} begin with {value}.",
    "Give the new failure an error code of {thing}.",
    "What does {thing} answer when the input is broken?",
    "Error codes of {thing} begin with {value} now, {old} belongs to somebody else.",
  ],
  [
    "decision",
    "node",
    "From now on {thing} runs on Node {value}.",
    "Which Node does {thing} run on?",
    "Write the container file of {thing}.",
    "{thing} runs on Node {value} after all, {old} broke the build.",
  ],
  [
    "preference",
    "prefix",
    "For commits in {thing} I want the prefix `{value}:`.",
    "Commit the change in {thing} with its prefix.",
    "Save my work on {thing} to git.",
    "For commits in {thing} I want the prefix `{value}:`, drop `{old}:`.",
  ],
  [
    "rule",
    "frozen",
    "Never touch the table `{value}` of {thing}, finance reads it.",
    "Which table of {thing} must I not touch?",
    "Clean up the database of {thing}.",
    "It is the table `{value}` of {thing} that finance reads, so leave that one alone; `{old}` is free.",
  ],
  [
    "fact",
    "channel",
    "Incidents of {thing} are reported in #{value}.",
    "Where do I report an incident of {thing}?",
    "{thing} is down. Who has to hear of it?",
    "Incidents of {thing} are reported in #{value}, nobody reads #{old} any more.",
  ],
  [
    "rule",
    "money",
    "Amounts in {thing} are {value}, never floats.",
    "Add a field for amounts to {thing}.",
    "{thing} has to sum up prices, which type do I take?",
    "Amounts in {thing} are {value}, we gave {old} up.",
  ],
];

const others: readonly (readonly [string, Subject["kind"], string, string, string, string, string])[] = [
  [
    "de",
    "fact",
    "port",
    "Der Dienst {thing} läuft lokal auf Port {value}.",
    "Auf welchem Port läuft der Dienst {thing} lokal?",
    "Ich will {thing} im Browser öffnen, welche Adresse nehme ich?",
    "Nein, der Dienst {thing} läuft jetzt auf Port {value}, nicht mehr auf {old}.",
  ],
  [
    "de",
    "rule",
    "packages",
    "Im Ordner {thing} werden Pakete immer mit {value} installiert.",
    "Installiere die Pakete im Ordner {thing}.",
    "Füge bei {thing} eine Abhängigkeit hinzu.",
    "Ab jetzt werden Pakete im Ordner {thing} mit {value} installiert, nicht mit {old}.",
  ],
  [
    "de",
    "fact",
    "owner",
    "Für {thing} ist {value} zuständig.",
    "Wer ist für {thing} zuständig?",
    "Wen frage ich, bevor ich an {thing} etwas ändere?",
    "Für {thing} ist jetzt {value} zuständig, {old} macht etwas anderes.",
  ],
  [
    "fr",
    "fact",
    "backups",
    "Les sauvegardes de {thing} sont conservées {value} jours.",
    "Combien de jours les sauvegardes de {thing} sont-elles conservées ?",
    "Jusqu'à quand puis-je restaurer {thing} ?",
    "Non, les sauvegardes de {thing} sont conservées {value} jours, pas {old}.",
  ],
  [
    "fr",
    "decision",
    "store",
    "C'est décidé : {thing} enregistre ses données dans {value}.",
    "Où {thing} enregistre-t-il ses données ?",
    "J'écris l'accès à la base pour {thing}, laquelle est-ce ?",
    "On revient en arrière : {thing} enregistre ses données dans {value}, plus dans {old}.",
  ],
  [
    "fr",
    "fact",
    "owner",
    "C'est {value} qui est responsable de {thing}.",
    "Qui est responsable de {thing} ?",
    "À qui dois-je montrer mes changements dans {thing} ?",
    "C'est maintenant {value} qui est responsable de {thing}, plus {old}.",
  ],
  [
    "es",
    "rule",
    "branch",
    "Los cambios de {thing} siempre van a la rama {value}.",
    "¿A qué rama van los cambios de {thing}?",
    "Abre un pull request para {thing}.",
    "Los cambios de {thing} van ahora a la rama {value}, ya no a {old}.",
  ],
  [
    "es",
    "decision",
    "queue",
    "Decidido: la cola de {thing} es {value}.",
    "Escribe un consumidor para la cola de {thing}.",
    "¿Con qué recibe {thing} sus mensajes?",
    "Cambio de planes: la cola de {thing} es {value}, no {old}.",
  ],
  [
    "es",
    "rule",
    "latency",
    "Una petición a {thing} nunca debe tardar más de {value} ms.",
    "¿Cuánto puede tardar una petición a {thing}?",
    "Pon el límite de espera del cliente de {thing}.",
    "El límite cambió: una petición a {thing} puede tardar {value} ms, no {old}.",
  ],
  [
    "zh",
    "fact",
    "port",
    "{thing} 服务在本地用端口 {value}。",
    "{thing} 服务在本地用哪个端口?",
    "我想在浏览器里打开 {thing},地址是什么?",
    "更正一下:{thing} 服务现在用端口 {value},不是 {old}。",
  ],
  [
    "zh",
    "rule",
    "packages",
    "{thing} 目录里一律用 {value} 安装依赖。",
    "帮我在 {thing} 目录里安装依赖。",
    "给 {thing} 加一个日期库。",
    "改了:{thing} 目录里用 {value} 安装依赖,不再用 {old}。",
  ],
  [
    "ja",
    "fact",
    "port",
    "{thing} サービスはローカルではポート {value} で動いています。",
    "{thing} サービスはローカルではどのポートで動いていますか?",
    "{thing} をブラウザーで開きたいのですが、アドレスは?",
    "訂正です。{thing} サービスのポートは {value} です。{old} ではありません。",
  ],
  [
    "ja",
    "rule",
    "runner",
    "{thing} のテストは必ず {value} で書いてください。",
    "{thing} のテストを書いて。",
    "{thing} のパーサーが正しく動くか確かめるコードがほしい。",
    "{thing} のテストは今後 {value} で書いてください。{old} はもう使いません。",
  ],
];

export const subjects: readonly Subject[] = [
  ...english.map(([kind, family, says, probe, paraphrase, fixes]) => ({
    family,
    language: "en",
    kind,
    says,
    probe,
    paraphrase,
    fixes,
  })),
  ...others.map(([language, kind, family, says, probe, paraphrase, fixes]) => ({
    family,
    language,
    kind,
    says,
    probe,
    paraphrase,
    fixes,
  })),
];

/** Said of all the person's work, once each: the words that say it again, a prompt with words of it, and one without. */
export const always: readonly (readonly [Subject["kind"], string, readonly string[], string, string])[] = [
  [
    "preference",
    "Always keep answers to me below five sentences.",
    ["five sentences"],
    "Answer in few sentences: what is a mutex?",
    "Tell me about backpressure.",
  ],
  [
    "rule",
    "Never use em dashes in texts that you write for me.",
    ["em dashes"],
    "Write the text of the release announcement for me, and mind the dashes.",
    "Draft a blog post about the new version.",
  ],
  [
    "preference",
    "I read diffs on a phone, so keep lines below 72 columns everywhere.",
    ["72 columns"],
    "How many columns may lines have?",
    "Wrap this paragraph so that I can read it on the train.",
  ],
  [
    "rule",
    "In all my projects, ask me before you add a dependency.",
    ["ask me", "dependency"],
    "Add a dependency for parsing dates.",
    "Is there a library for that? Then take it.",
  ],
  [
    "preference",
    "I'm in Lisbon, so give me times in WET always.",
    ["Lisbon", "WET"],
    "Give me the times of the nightly runs.",
    "When exactly did the build break?",
  ],
  [
    "rule",
    "Commit messages of mine are imperative sentences without a full stop, in every repository.",
    ["imperative", "full stop"],
    "Write the commit messages as sentences for this branch.",
    "Save what we have to git.",
  ],
  [
    "preference",
    "Bei mir bitte immer duzen, nie siezen.",
    ["duzen"],
    "Schreib mir eine Mail an mich selbst: duzen oder siezen?",
    "Fasse den Stand für mich zusammen.",
  ],
  [
    "preference",
    "Je préfère que tu me répondes avec des tableaux quand il y a des chiffres, partout.",
    ["tableaux", "chiffres"],
    "Donne-moi les chiffres du mois, en tableaux ou en texte ?",
    "Combien de commandes avons-nous eues par semaine ?",
  ],
  [
    "rule",
    "Nunca borres archivos sin preguntarme, en ningún proyecto.",
    ["borres", "preguntarme"],
    "Borra los archivos temporales del proyecto.",
    "Haz limpieza en la carpeta tmp.",
  ],
  [
    "preference",
    "以后所有项目里,注释都写英文。",
    ["注释", "英文"],
    "给这个函数写注释。",
    "解释一下这段代码,写在代码旁边。",
  ],
];

function numbers(from: number, step: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => String(from + at * step));
}
