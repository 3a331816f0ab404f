/**
 * StopWords: words that say nothing of what a text is about, by language; they are indexed, and asked for only where a question has no others.
 * Each list is folded: lower case, without accents.
 */

const english =
  "a about above after again against all am an and any are as at be because been before being below between both but by can could " +
  "d did do does doing don down during each few for from further had has have having he her here hers herself him himself his how i " +
  "if in into is it its itself just ll m me might more most must my myself no nor not now of off on once only or other our ours " +
  "ourselves out over own re s same shall she should so some such t than that the their theirs them themselves then there these they " +
  "this those through to too under until up us ve very was we were what when where which while who whom whose why will with would you " +
  "your yours yourself dont doesnt didnt isnt wasnt wont cant im ive id thats whats";

const german =
  "aber als am an auch auf aus bei beim bin bis bist da dafur daran darf das dass davon dein dem den denn der des " +
  "die dies diese diesem diesen dieser dieses doch du durch durfen ein eine einem einen einer er es euer fur gab " +
  "gegen geworden gibt habe haben hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer " +
  "in ins ist ja jede jedem jeden jeder jedes jetzt kann keine keinen konnen konnte man mehr mein meine meinem " +
  "meinen meiner mich mir mit muss mussen nach nicht noch nur oder ohne schon sehr sei sein seine seinem seinen " +
  "seiner seit sich sie sind so soll sollen sollte sollten uber um und uns unser unsere unserem unseren unserer " +
  "unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werden " +
  "weshalb wessen wie wieso will wir wird wo wofur woher wohin wollen womit woran worauf woraus worum wurde wurden " +
  "zu zum zur zwischen";

const french =
  "a ai as au aussi aux avait avec avez avons c ce ceci cela ces cet cette ceux chez combien comme comment d dans " +
  "de depuis des dont du elle elles en encore est et etait ete etre eu eux faire fait faut il ils j je jusque l la " +
  "laquelle le lequel les lesquelles lesquels leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou " +
  "par pas pendant peut plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se ses si " +
  "son sont sous sur t ta te tes toi ton tous tout toute toutes tres tu un une vos votre vous y";

const spanish =
  "a adonde ahora al algo ante aquel aquella aun aunque cada como con contra cual cuales cuando cuanta cuantas " +
  "cuanto cuantos de debe deben debo del desde donde e el ella ellas ellos en entre era eran eres es esa esas ese " +
  "eso esos esta estaba estaban estado estan estar estas este esto estos estoy fue fueron ha habia hace hacer hacia " +
  "hago han hasta hay haya he hemos hizo la las le les lo los mas me mi mis mucho muy nada ni no nos nosotros " +
  "nuestra nuestras nuestro nuestros o otra otras otro otros para pero poco por porque puede pueden puedo que quien " +
  "quienes se sea ser si sido siempre sin sobre solo somos son soy su sus tal tambien tan te tenemos tener tengo " +
  "tenia ti tiene tienen toda todas todavia todo todos tu tus un una unas uno unos va vamos y ya yo";

const portuguese =
  "a agora ainda ao aos aquela aquele aqui as ate cada com como da das de dela dele depois desde deve do dos e ela " +
  "elas ele eles em entre era eram essa essas esse esses esta estao estar estas estava este estes estou eu fazer " +
  "fez foi foram ha isso isto ja lhe mais mas me mesmo meu meus minha minhas muito na nao nas nem no nos nossa " +
  "nossas nosso nossos num numa o onde ou para pela pelas pelo pelos pode podem por porque quais qual quando quanta " +
  "quantas quanto quantos que quem se seja sem ser seu seus so sobre sua suas tambem te tem temos tenho ter teve " +
  "tinha toda todas todo todos tu tua um uma umas uns vai voce voces vos";

const italian =
  "a adesso agli ai al alla alle allo anche ancora c che chi ci cio come con contro cosa cui da dagli dai dal dalla " +
  "dalle de degli dei del dell della delle dello deve di do dopo dove e ed era erano essere fa fare fino fra gli ha " +
  "hai hanno ho i il in io l la le lei li lo loro lui ma me mi mia mie miei mio molto ne nei nel nella nelle nello " +
  "noi non nostra nostri nostro o ogni ora per perche piu poi puo qual quale quali quando quanta quante quanti " +
  "quanto quella quelle quelli quello questa queste questi questo qui se sei si sia siamo sono sta stata stato su " +
  "sua sue sugli sui sul sulla suo suoi te ti tra tu tua tue tuo tuoi tutti tutto un una uno vi voi";

const polish =
  "a aby albo ale ani bardzo beda bedzie bez bo by byc był była było były chyba co czego czemu czy czyj czym dla " +
  "dlaczego do dopiero gdy gdzie go i ich ile im in ja jak jaka jaki jakich jakie jakiego jakiej jako je jego jej " +
  "jest jestem jeszcze juz kiedy kim kogo komu kto ktora ktore ktorego ktorej ktory ktorych ku lecz lub ma maja mam " +
  "mamy mi miał miała miało miec mna mnie moge moj moja moje moze mozna mu musi my na nad nam nami nas nasz nasza " +
  "nasze nie niech nim o od ode on ona one oni ono oraz po pod przed przez przy sa sie skad sobie swoje ta tak taki " +
  "takze tam te tego tej ten to trzeba tu twoj ty tych tylko tym u w wam was we wiec wy z za ze zeby";

const russian =
  "а без был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть еще же " +
  "за зачем здесь и из или им их к как какая какие каким каких какого какое какои каком какому какую когда кого " +
  "кому кто куда ли либо лишь между меня мне мнои мое может можно мои моя мы на над надо нам нас наш наша наше наши " +
  "не него нее неи нет ни них но ну нужно о об однако он она они оно от откуда очень перед по под после потому " +
  "почему при про с сам свою себе себя сеичас сколько со так также там те тебе тебя тем то тобои того тоже тои " +
  "только том ту тут ты у уже чего чеи чем чему что чтобы чья эта эти это этого этои этом этот эту я " +
  "будет будем будете будут который которая которое которые которого которои которому которую которым котором которых моего моеи моем " +
  "моему моих мою насчет нами нашего нашеи нашем нашему нашим нашими наших нашу ним нужен нужна нужны свое своего своеи своем свои своих " +
  "твое твоего твоеи твои твоих твоя чье чьего чьеи чьи эти этим этих этому";

/** Words of a question that stand beside nearly everything: they rank what the others find. */
const light: Readonly<Record<Language | "english", string>> = {
  english:
    "many much go goes going went get gets got getting make makes made take takes took come comes came put let say says said tell " +
    "told know thing things stuff way ways kind kinds sort type types lot often usually something anything someone anyone everything happen happens happened want wants wanted ",
  german:
    "viel viele vielen gehen geht ging machen macht gemacht kommen kommt kam lassen lasst nehmen nimmt sagen sagt gesagt weiss wissen " +
    "ding dinge sache sachen etwas art alles nutzen benutzen verwenden passieren passiert getan",
  french:
    "aller va vont prendre prend pris prise mettre met mis dit dire savoir sait chose choses quelque rien beaucoup utilisons passer passe",
  spanish:
    "ir hizo hicimos hacen hecho dijo decir dice saber sabe cosa cosas algo poner pone tomar toma pasa paso usar usa usamos utilizar",
  portuguese:
    "ir vao faz fazem fizemos disse dizer diz saber sabe coisa coisas algo por poe tomar toma usar usa usamos utilizar",
  italian:
    "andare va dire dice sapere cosa cose qualcosa prendere preso mettere messo molti molte fatto usare usa usiamo utilizzare",
  polish:
    "isc idzie robic robi robilismy zrobic zrobilismy powiedziec mowi wiedziec rzecz rzeczy cos wiele duzo uzywac",
  russian:
    "идти идет делать делали делал сделать сказать говорить знать узнать звать зовут помнить рассказать вещь много что-то использовать",
};

/** Those in whose questions words are looked for with other endings, too; see `question.ts`. */
export type Language = "german" | "french" | "spanish" | "portuguese" | "italian" | "polish" | "russian";
const others: Readonly<Record<Language, string>> = { german, french, spanish, portuguese, italian, polish, russian };

/** Who asks how it is now says so with words that a page which holds for now has no use for. */
const ofNow: Readonly<Record<Language | "english", string>> = {
  english: "currently nowadays anymore presently still",
  german:
    "aktuell aktuelle aktuellen aktueller aktuelles derzeit gerade momentan nun inzwischen mittlerweile heutzutage zurzeit",
  french: "actuel actuelle actuels actuelles actuellement maintenant desormais dorenavant toujours",
  spanish: "actual actuales actualmente ahorita sigue siguen sigo seguimos",
  portuguese: "atual atuais atualmente hoje continua continuam",
  italian: "attuale attuali attualmente ormai oggi",
  polish: "obecnie aktualnie teraz nadal wciaz",
  russian: "теперь текущии текущая текущее нынче пока",
};

/** Several words by which a question says that it is of now, or asks for a name: none of them is looked for. */
const phrases =
  /(?<![\p{L}\p{N}])(?:at the moment|right now|for now|as of now|at present|these days|im (?:moment|augenblick)|zur zeit|en ce moment|pour (?:le moment|l['’]instant)|à l['’]heure actuelle|en este momento|por (?:ahora|el momento)|hoy en día|neste momento|no momento|hoje em dia|(?:al|in questo) momento|per ora|w tej chwili|na razie|[вн]а? данный момент|se llaman?|s['’]appelle(?:nt)?|si chiama(?:no)?|se chamam?)(?![\p{L}\p{N}])/giu;

/** A question without them, where it says anything else. */
export function withoutPhrases(text: string): string {
  const rest = text.replace(phrases, " ");
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const englishWords = setOf(english);
const wordsOf = new Map(Object.entries(others).map(([language, list]) => [language as Language, setOf(list)]));
const ofNowIn = new Map(
  Object.entries(ofNow).map(([language, list]) => [language as Language | "english", setOf(list)]),
);
const lightIn = new Map(
  Object.entries(light).map(([language, list]) => [language as Language | "english", setOf(list)]),
);
/** Of languages that a page may be in; the others' would hide words of these. */
const ofPages = setOf([english, german, french, spanish, russian].join(" "));

/** Of a folded word. */
export function isStopWord(word: string): boolean {
  return ofPages.has(word);
}

/** The language whose common words most of these folded words are; `english` where two share the first place, null where there are none. */
export function languageOf(words: readonly string[]): Language | "english" | null {
  const count = (list: ReadonlySet<string>): number => words.reduce((sum, word) => sum + (list.has(word) ? 1 : 0), 0);
  let best: Language | "english" | null = null;
  let most = count(englishWords);
  if (most > 0) best = "english";
  for (const [language, list] of wordsOf) {
    const found = count(list);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}

/** Of a folded word of a question in this language: “go” finds nothing by itself, nor does any other form of such a word. */
export function isLightIn(
  language: Language | "english" | null,
  word: string,
  isForm: (word: string, of: string) => boolean,
): boolean {
  const own = lightIn.get(language ?? "english")!;
  return own.has(word) || [...own].some((one) => isForm(word, one));
}

/** Of a folded word of a question in this language: “die” and “war” say nothing in a German one. */
export function isStopIn(language: Language | "english" | null, word: string): boolean {
  if (language === null) return isStopWord(word);
  if (ofNowIn.get(language)!.has(word)) return true;
  return englishWords.has(word) || (language !== "english" && wordsOf.get(language)!.has(word));
}
