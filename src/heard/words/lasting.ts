/**
 * Lasting: the phrases by which words say of themselves whether they hold beyond this moment, by sign and language.
 *
 * They are written as those of `kinds.ts`, and are looked up only where something was said that is to be kept. What a longer phrase holds is left
 * out, so an exception is a longer phrase of another sign, or of `plain`, which says nothing.
 */

export type LastingSign = keyof typeof lasting;

export const lasting = {
  /** An order for all times, told by where the word for it stands. */
  ever: {
    en: "^always, ^never, from today on|onwards|onward|forward, ^starting today, ^do not ever, ^every time, should|must|shall|please|to|do|we|team always|never, should|must|shall|will|may also|still|please always|never, we will always|never, ^for|in|with ~ i want, ^for|in|with|on ~ always|never, from now on, going forward, from here on, ^after|before every|each, always show ~ i ask|request|say, as a rule, under no circumstances, ^do not ~ ~ at all, and do not ~ at all, under any circumstance|circumstances, ^in general ~ use|do|avoid|prefer|want|keep, ^use ~ everywhere|throughout, just|only|always|s|please use ~ everywhere|throughout, use ~ in every|all case|cases",
    de: "^immer, ^nie, ^niemals, ^grundsätzlich, muss|müssen|soll|sollen|wir|bitte|du immer|nie|niemals, wird|werden ~ immer|nie|niemals, ^für|bei|in ~ immer|nie|niemals, ab jetzt, ab sofort, ab heute, von jetzt an, künftig, in zukunft, ^nach|vor jedem|jeder, auf keinen fall, auf gar keinen fall, unter keinen umständen, ^generell",
    fr: "^jamais, ^ne jamais, ^toujours *er|*ir|*re|*ez, faut|doit|doivent|on|nous|de toujours|jamais, ^pour|dans|en ~ toujours|jamais, désormais, dorénavant, ^après|avant chaque, à partir de maintenant, à partir d aujourd hui, dès maintenant, en aucun cas, sous aucun prétexte, à chaque fois que tu, ^de manière générale, ^d une manière générale",
    es: "^siempre, ^nunca, ^jamás, debe|deben|debes|que siempre|nunca|jamás, siempre|nunca|jamás debe|debería|hay, siempre|nunca se debe, ^para|en ~ siempre|nunca, de ahora en adelante, a partir de ahora, desde ahora, desde hoy, a partir de hoy, en adelante, ^después|antes de cada, en ningún caso, bajo ningún concepto|circunstancia, cada vez que hagas|termines|cambies|crees, ^de manera general, ^de forma general, ^como norma",
    pt: "^sempre, ^nunca, ^jamais, deve|devem|que|gente sempre|nunca|jamais, ^para|em ~ sempre|nunca, de agora em diante, a partir de agora, a partir de hoje, daqui pra frente, ^depois|antes de cada, em hipótese alguma, sob nenhuma hipótese, de jeito nenhum, sempre que você|fizer|terminar|criar, ^de modo geral, ^de forma geral",
    it: "^sempre, ^mai, ^non ~ mai, deve|devono|devi|che sempre|mai, sempre|mai deve|devi, d ora in poi, d ora in avanti, da ora in poi, da oggi in poi, da adesso in poi, ^dopo|prima di ogni, ^in generale, in nessun caso, ogni volta che modifichi|finisci|crei|cambi, usa|utilizza|rispondi|scrivi ~ sempre|solo, ^da ora, ^d ora in poi",
    pl: "^zawsze, ^nigdy, ^nigdy nie, ^za kazdym razem, ^kazdorazowo, ^stale, musi|musza|musisz|ma|maja|masz|trzeba|nalezy|powinien|powinna|powinno|powinny|prosze|my|zespol zawsze|nigdy, zawsze|nigdy musi|musza|ma|maja|masz|trzeba|nalezy|powinien|powinna|powinno|powinny|prosze, ^u|w|we|na|do|dla|przy|pod ~ zawsze|nigdy, od teraz, od dzis, od dzisiaj, od tej pory, na przyszlosc, w przyszlosci zawsze|nie|pytaj|uzywaj|pisz, pod zadnym pozorem, w zadnym wypadku|razie, za zadne skarby, ^po|przed|przy|w|do|dla kazdym|kazdej|kazda|kazdego, ^z zasady, ^co do zasady, ^ogolnie, ^generalnie, ^domyslnie, za kazdym razem gdy|jak|kiedy zmieniasz|konczysz|dodajesz|tworzysz|robisz|skonczysz|zmienisz|dodasz, uzywaj|pisz|odpowiadaj|stosuj|pytaj|sprawdzaj|dodawaj|dawaj|uruchamiaj|odpalaj|rob|korzystaj|mow ~ zawsze|wszedzie, nigdy wiecej",
    ru: "^всегда, ^никогда, ^каждый раз, ^постоянно, должен|должна|должно|должны|нужно|надо|следует всегда|никогда, всегда|никогда должен|должна|должно|должны|нужно|надо, отныне, впредь, с этого момента, в дальнейшем, ни в коем случае, ни при каких, ^перед|после каждым|каждого|каждой, пиши|используй|отвечай|спрашивай|проверяй ~ всегда",
    zh: "永远, 始终, 绝不, 从现在开始, 从现在起, 今后, 一律, 总是, ^从不, ^以后, 千万别, 千万不要, 绝对不, 坚决不, 随时给我, 随时向我, 随时告诉, 随时汇报, 时刻, 任何时候",
    ja: "常に, 決して, 今後, これからは, 必ず, いつも, 絶対に, 毎回",
    ko: "항상, 언제나, 절대, 앞으로, 이제부터, 지금부터",
  },
  /** The same words anywhere: an order makes them one for all times, and so does the end of the sentence. */
  always: {
    en: "always, never, never again, ever, ever again",
    de: "immer, nie, niemals, nie wieder|mehr, grundsätzlich",
    fr: "toujours, jamais, plus jamais",
    es: "siempre, nunca, nunca más|mas, jamás",
    pt: "sempre, nunca, nunca mais, jamais",
    it: "sempre, mai, mai più|piu",
    pl: "zawsze, nigdy, nigdy wiecej, juz nigdy",
    ru: "всегда, никогда",
    zh: "从不, 从来",
    ja: "ずっと, 絶対",
    ko: "늘, 무조건",
  },
  /** It says nothing, and takes the place of a shorter phrase that would. Reports say “always” and “never” too: “it never works”. */
  plain: {
    en: "case|cases|situation|something|anything|one|looks|look like this|that|these, it|that|this|they|he|she|i|which|who|has|have|had|was|were|is|are|will|would|can|could|did|does|almost|nearly always|never, it|that|they|has|have|was|were|is|are|can * always|never, always|never be able, should|must|will|can never be able, always|never happen, always being, we will always|never get|have|need|see, never mind, never built|came|dealt|did|got|had|kept|knew|made|said|saw|was|went|were|*ed|*own|*ead|*ent, we|you|i never came|dealt|did|got|had|kept|knew|made|said|saw|was|went|were|*ed, ^for|in|with the|this|each|every ~ i want|need, every time you|i|it|this|we|they, as a rule of, this repo|repository|project|codebase|team, these days, add|know|mean|mention|note|say|state|sure|think that, that * is|are|must|should|need, there are two|three|four|five|six|no|only, there are 2|3|4|5|6|7|8|9|10, is|are|was|were not a|an|the|allowed|supposed|permitted|meant|to|for, is|are running|listening|living|working|using, not|if|i|you remember, remember back|the|how|if|it|me|what|when|where|which|why, i will|ll keep|bear|remember, show me|us, my assumption|concern|feeling|goal|guess|hope|idea|issue|opinion|plan|point|problem|question|suggestion|theory ~ is|are|has, let s use|adopt the|this|that|a|an|it|them|these|those|your|my|our|what|option|same|only|just, let s go|stick with the|this|that|a|an|it|them|these|those|your|my|option|what|just|both|all|1|2|3|4|5|6|b|c, let s use|adopt ~ to, we will|ll use ~ to, we will|ll use the|this|that|a|an|it|them|these|those|your|my|our, we are|re going to use the|this|that|a|an|it|them, use of|case|cases, ^always here|there|been|being|staying|trying|learning|looking|loved|liked|wanted|enjoyed|admired|wondered|thought|felt|happy|glad|nice|great|good|fun|so|up|down|a, always here|there for, always here|there to, i m always, always admired|loved|wanted|liked|enjoyed, you never know, never been|seen|heard|met|tried|thought|visited, never|ever gets|get old, no time, long time no, me|reminder|nudge to always|never, reminds|reminded me to always|never, than|as|like ever, best|worst|highest|biggest|first|most ever, do not ever quit, never|ever give up, never|ever lose hope, never say never, do not let anything|anyone|it|them, we|i always look forward, best|worst thing|day|time ever, always|never welcome",
    de: "noch|schon|fast|wie nie|immer, hat|haben|ist|war nie|immer, hat|haben|ist|war * nie|immer, immer noch|wieder|mehr, diesem|dieses repo|projekt, nur noch",
    fr: "toujours pas|rien|plus|le|la|les|en|un|une|dans|sur|aussi, est|sont|a|ai|ont|suis|était toujours, ce projet|dépôt|repo",
    es: "no se ve|ven|muestra|muestran ~ siempre, yo nunca|siempre, siempre|nunca me|lo|la|te, siempre|nunca aparece|sale|falla|falló|pedí|hubo|funciona, o nunca, este proyecto|repo",
    pt: "eu nunca|sempre, sempre|nunca aparece|dá|falha|funciona, ou nunca, este|esse projeto|repo",
    it: "come sempre, è|sono|ha|hanno sempre|mai, non è|ha|ho ~ mai, quasi sempre|mai, questo progetto|repo, più che mai, mai più visto",
    pl: "jak zawsze, jak nigdy, prawie zawsze|nigdy, nigdy ~ nie *lem|*lam|*lo, bierzemy|biore|wybieramy|wybieram|bierz opcje|wariant|wersje|pierwsza|pierwszy|druga|drugi|trzecia|trzeci|to|ta|te|ten|1|2|3|b|c, zostajemy przy tym|tej|tamtym|tamtej|opcji, idziemy w|z to|tym|ta|te|opcje|opcja|druga|drugi|pierwsza|pierwszy, przechodzimy do|na nastepnego|kolejnego|dalej|kolejny|nastepny, nigdy nie dziala|dzialalo|dzialal|dzialala|pokazuje|pokazuja|widzialem|widzialam|slyszalem|slyszalam|bylem|bylam|mialem|mialam|prosilem|prosilam|mowilem|mowilam|wiadomo|wiem|wiesz|przestawaj|*lem|*lam|*lo|*ly, zawsze dziala|dzialalo|dzialal|pokazuje|pokazuja|bylo|byl|byla|chcialem|chcialam|lubilem|lubilam|marzylem|marzylam|kiedys|milo|fajnie|chetnie|mozesz|mozna|bede|*lem|*lam|*lo|*ly, zawsze ten|ta|to sam|sama|samo, nadal|wciaz|dalej nigdy|zawsze, jest|sa|byl|byla|bylo zawsze|nigdy, raz na zawsze, na zawsze, ten|tym|tego|to projekt|projekcie|projektu|repo|repozytorium",
    ru: "как всегда, никогда не работает|работало|показывает, всегда работает|работало|показывает, почти всегда|никогда, этот|этом|этого проект|проекте|проекта",
    zh: "你总是, 以后的, 这个项目, 这个仓库",
    ja: "いつもの, このプロジェクト, このリポジトリ",
    ko: "이 프로젝트, 항상 그렇",
  },
  /** It points at what lies before the person, or at the moment. */
  points: {
    en: "this, that, these, those, rn, just, still, again, back, yet, currently, recently, today, yesterday, tonight, tomorrow, i ve, and then, ok, okay, hmm, yeah, yes, dude, too, same, there s, there is, there are, seem, seems, looks like|good|bad|ok, feel, feels, guess, maybe, probably, an|the|get|getting|many|more|some error|errors|issue|issues|problem|problems, bug, bugs, fails, failing, failed, broken, stuck, missing, wrong, twice, commit|commits on, let s, let us, consider",
    de: "das ist, dies, diese, dieser, dieses, diesen, diesem, gerade, noch, aber, vielleicht, heute, morgen, gestern",
    fr: "ce, cet, cela, ça, cette, ces, ceci, encore, mais, peut être, aujourd, hier",
    es: "esto, eso, este, esta, estas, estos, ese, esa, todavía, pero, quizás, hoy, ayer",
    pt: "isto, isso, este, esta, esse, essa, ainda, mas, talvez, hoje, ontem",
    it: "questo, questa, questi, queste, quello, quella, ciò, ancora, però, ma, forse, oggi, ieri, domani, adesso, errore, errori",
    pl: "ten, ta, te, tego, tej, tych, tamten, tamta, tamto, tu, jeszcze, znowu, znow, ale, moze, chyba, dzis, dzisiaj, wczoraj, jutro, teraz, nadal, wciaz, ciagle, dalej, wlasnie, niedawno, ostatnio, blad, bledy, bledu, bledem, bug, problem, problemy, zepsute",
    ru: "этот, эта, это, эти, этого, этой, этом, тот, та, то, те, тут, ещё, еще, снова, опять, но, наверное, может, сегодня, вчера, завтра, сейчас, ошибка, ошибки, ошибку, баг",
    zh: "这个, 那个, 这里, 刚才, 我觉得, 今天, 昨天",
    ja: "あれは, あれが, さっき, かも, 思う, 今日, 昨日",
    ko: "이거, 그거, 방금, 오늘, 어제",
  },
  /** It is half of a sentence, or goes on with what was said. */
  parts: {
    en: "^without, ^then, ^one, ^not, ^so, ^let me, ^to be clear|honest, ^to hide|suppress|see, ^the|all others should|must|are, ^other, ^not because|due",
    de: "^sonst, ^sondern, ^um ehrlich, ^nicht wegen|weil|damit|um",
    fr: "^sinon, ^pour que, ^pour être, ^pas parce|pour|à cause",
    es: "^si no, ^para que, ^en cuanto a, ^no porque|por culpa",
    pt: "^senão, ^para que, ^quanto a, ^não porque",
    it: "^se no, ^altrimenti, ^così che, ^per quanto, ^non perché",
    pl: "^inaczej, ^zeby, ^aby, ^w przeciwnym razie, ^bo, ^tylko ze, ^a potem, ^wtedy, ^szczerze, ^co do, ^nie dlatego|przez|z powodu",
    ru: "^иначе, ^чтобы, ^а то, ^тогда",
    zh: "^而, ^并, ^但, ^然后",
    ja: "^それで, ^すると, ^だから",
    ko: "^그러면, ^그래서",
  },
  /** All that follows is said of one place. */
  placed: {
    en: "^for|in this|our|all|every|any repo|repository|project|codebase|team, ^for|in all our|my repos|projects",
    de: "^für|in dieses|diesem|unser|unserem|alle|allen repo|projekt|team, ^hier im repo|projekt",
    fr: "^pour|dans ce|notre repo|dépôt|projet",
    es: "^para|en este|nuestro repo|proyecto",
    pt: "^para|em este|nosso repo|projeto, ^neste repo|projeto",
    it: "^per|in questo|nostro progetto|repo|repository, ^in tutti i progetti, ^nel progetto",
    pl: "^w|dla|do tym|tego|naszym|naszego|kazdym|kazdego projekcie|projektu|repo|repozytorium|zespole|zespolu, ^we wszystkich projektach|repo|repozytoriach, ^we wszystkich moich|naszych projektach|repo|repozytoriach",
    ru: "^в|для этом|этого|нашем проекте|проекта|репозитории, ^во всех проектах",
    zh: "^这个项目, ^这个仓库, ^本项目, ^在本项目, ^在这个项目, ^在该项目, ^在我们的项目, ^在我的项目, ^在我们项目",
    ja: "^このプロジェクト, ^このリポジトリ, ^本プロジェクト, ^本リポジトリ, ^当プロジェクト",
    ko: "^이 프로젝트, ^이 저장소",
  },
  /** What belongs to the person, what the project is, and what the agent may use. */
  mine: {
    en: "^my * is|are|has|lives|works|runs, ^my * * is|are|has|lives|works|runs, ^i|we have two|three|four|several|multiple, this is a|an|my|our ~ project|app|application|repo|repository|site|website|library|package|service|game|monorepo, you have access to",
    de: "^mein|meine * ist|sind|hat|heißt, ^mein|meine * * ist|sind|hat|heißt, das|dies ist ein|eine ~ projekt|app|seite, du hast zugriff auf",
    fr: "^mon|ma|mes * est|sont|a, ^mon|ma * s appelle, c est un|une ~ projet|application|site, tu as accès à",
    es: "^mi|mis * es|son|tiene, ^mi|mis * * es|son|tiene, ^mi * se llama, este|esto es un|una ~ proyecto|aplicación|sitio, tienes acceso a",
    pt: "^meu|minha * é|tem, ^meu|minha * se chama, este|isto é um|uma ~ projeto|aplicativo|site, você tem acesso a",
    it: "^il mio|la mia * è|si|ha, questo|questa è un|una ~ progetto|applicazione|sito|app, hai accesso a",
    pl: "^moj|moja|moje * jest|sa|ma|maja|nazywa|pracuje|mieszka|dziala|lezy, ^moj|moja|moje * * jest|sa|ma|maja|nazywa|pracuje|mieszka|dziala|lezy, to jest|nasz|nasza|moj|moja ~ projekt|aplikacja|apka|strona|sklep|biblioteka|serwis|repo|gra, masz dostep do",
    ru: "^мой|моя|моё * это|находится|работает|называется, это ~ проект|приложение|сайт|библиотека, у тебя есть доступ",
    zh: "^我的~是, ^我的~叫, 这是一个~项目, 这是个~项目, 这个项目是, 整个项目是, 你可以访问",
    ja: "^私の~は, ^うちの~は, このプロジェクトは, これは~プロジェクト, アクセスできます",
    ko: "^제~는, ^내~는, 이 프로젝트는, 접근할 수 있",
  },
  /** What somebody works on and with. */
  works: {
    en: "i|we m|am|re|are on|using|running|in, i|we m|am|re|are currently|now on|using|running|in, i|we use|run, i|we work|develop on|in|with",
    de: "ich|wir nutze|nutzen|verwende|verwenden|benutze|benutzen, ich|wir arbeite|arbeiten mit|auf|unter",
    fr: "j|nous utilise|utilisons, je|on utilise, je|on travaille sur",
    es: "uso, usamos, trabajo en|con, estoy en",
    pt: "uso, usamos, trabalho em|com, estou no",
    it: "uso, usiamo, utilizzo, utilizziamo, lavoro con|su, sono su, sto usando",
    pl: "uzywam, uzywamy, korzystam z, korzystamy z, pracuje|pracujemy na|w|z|pod, siedze|dzialam|jestem na|pod, mam maca|macbooka|windowsa|windows|linuksa|linuxa|ubuntu",
    ru: "использую, используем, я использую, мы используем, работаю на|в|с, у меня windows|linux|mac|macos|ubuntu",
    zh: "我用, 我在用, 我们用, 用的是",
    ja: "を使っています, を使ってます",
    ko: "쓰고 있, 사용하고 있",
  },
  /** It is liked of what is in hand, and no habit. */
  liked: {
    en: "like|love|hate|prefer|value|enjoy|appreciate|find where|how|what|all|both|some|most|the|your|it|that|this|these|those|them|him|her|his|their, appreciate you|having, favorite was|is when|the, it|that|this|also|which helps|drives me, ^helps|drives me",
    de: "mag|mochte das|dein|deine|diese|den",
    fr: "aime|aimes|préfère le|la|les|l, aime bien que, veux bien que",
    es: "gusta|gustan|prefiero el|la|los|las",
    pt: "gosto|prefiro o|a|os|as",
    it: "mi piace il|la|lo|come|che|quello, preferisco il|la|lo|questo|quello",
    pl: "podoba mi sie jak|to|ten|ta|co|ze, lubie to|ten|ta|jak to, wole ten|ta|to|te|druga|pierwsza|drugi|pierwszy",
    ru: "нравится как|это|этот|эта|что, предпочитаю этот|эту",
    zh: "我希望, 我想",
    ja: "してほしい, して欲しい",
    ko: "해 주면 좋",
  },
  /** Who would rather have it so chooses between two things in hand, unless nothing else is said. */
  chooses: {
    en: "i d, i would",
    de: "ich würde|hätte",
    fr: "je préférerais|voudrais",
    es: "preferiría, mejor que",
    pt: "preferiria, gostaria",
    it: "preferirei, meglio che",
    pl: "wolalbym, wolalabym, raczej wole",
    ru: "лучше бы, я бы предпочел, я бы предпочёл",
    zh: "我宁愿",
    ja: "のほうがいい, 方がいい",
    ko: "는 게 낫",
  },
  /** Somebody is not sure of it. */
  hedges: {
    en: "seem, seems, looks|feels like, i think|guess|suppose, apparently, ^should|shall the|a|an|it|this|that|i|we|there|they",
    de: "scheint, anscheinend, ich glaube|denke, vermutlich",
    fr: "on dirait, il semble, je crois|pense, apparemment",
    es: "parece, creo que, supongo",
    pt: "parece, acho que, aparentemente",
    it: "sembra, credo che, penso che, suppongo, pare",
    pl: "chyba, wydaje sie, wydaje mi sie, mysle ze, sadze ze, zdaje sie, prawdopodobnie, pewnie, ponoc, wyglada na to, moze, przypuszczam",
    ru: "кажется, похоже, наверное, думаю, я думаю, видимо, возможно, может быть",
    zh: "好像, 似乎, 有没有, 是不是, 是否, 能否, 会不会",
    ja: "みたい, ようだ, と思う",
    ko: "같아, 같은데, 듯",
  },
  /** It forbids all work, and so holds for this turn. */
  halts: {
    en: "^do not ~ code|coding|change|changes|anything|edits|files|yet, ^no|without code|coding|changes|edits, ^no|without more|any|further|actual code|coding|changes|edits",
    de: "^kein|keine|keinen code|änderungen, ^noch nichts, ^ändere ~ nichts",
    fr: "^pas de code|modifications, ^ne touche|modifie|change ~ rien",
    es: "^no toques|hagas|cambies|modifiques|escribas ~ nada|código, ^sin código|cambios",
    pt: "^não mexa|altere|mude|escreva ~ nada|código, ^sem código|alterações",
    it: "^non toccare|modificare|cambiare|scrivere ~ niente|nulla|codice, ^niente codice|modifiche, ^senza codice|modifiche",
    pl: "^nic|niczego nie zmieniaj|ruszaj|rob|pisz|dotykaj, ^nie zmieniaj|ruszaj|rob|pisz|dotykaj nic|niczego|kodu|jeszcze, ^nie pisz ~ kodu, ^bez kodu|kodowania|zmian|edycji, ^zadnych zmian|edycji, ^zadnego kodu|kodowania",
    ru: "^ничего не меняй|трогай|делай|пиши, ^не пиши код, ^без кода, ^не меняй ничего",
    zh: "^不要改代码, ^别改代码, ^不要写代码, ^别写代码, ^先不要, ^先别",
    ja: "^まだ変更しない, ^コードは書かない, ^まだ何も",
    ko: "^아직 수정하지, ^코드는 쓰지, ^아무것도 수정하지",
  },
  /** What a screen does is asked of the program, and nothing of who works on it. */
  screens: {
    en: "always|never|should|must|be|and show|display|hide|render|redirect|scroll, always|never|should|must|be|and always|never|only|not|be|stay show|display|hide|render|redirect|scroll|visible|hidden|clickable|sortable|centered|aligned|highlighted, be|stay visible|hidden|clickable|sortable|centered|aligned|highlighted, must|should be at the top|bottom, closed|open|selected|checked|disabled|enabled by default, ^whenever|when i click|close|hover|open|press|scroll|select|submit|tap, ^every|each time i click|close|hover|open|press|scroll|select|submit|tap, ^whenever|when the|a user",
    de: "immer|nie|soll|muss ~ anzeigen|angezeigt|sichtbar, ^wenn ich ~ klicke|öffne|drücke",
    fr: "toujours|jamais|doit|doivent afficher|masquer|apparaître, doit|doivent être visible|visibles, ^quand je clique|ouvre",
    es: "siempre|nunca|debe|deben mostrar|ocultar|aparecer|verse, debe|deben estar arriba|abajo|visible|visibles, ^cuando hago|abro|pulso, ^cada vez que hago|abro|pulso",
    pt: "sempre|nunca|deve|devem mostrar|ocultar|aparecer, ^quando clico|abro|aperto",
    it: "sempre|mai|deve|devono mostrare|nascondere|apparire|visualizzare, deve|devono essere in alto|basso|visibile|visibili, ^quando clicco|apro|premo, ^ogni volta che clicco|apro|premo",
    pl: "zawsze|nigdy|musi|musza|ma|maja|powinien|powinna|powinno|powinny ~ pokazywac|wyswietlac|pokazac|wyswietlic|ukrywac|ukryc|przewijac|przekierowac|przekierowywac|znikac|zniknac|pojawic|pojawiac, musi|musza|ma|maja|powinien|powinna|powinno|powinny byc widoczny|widoczna|widoczne|ukryty|ukryta|ukryte|klikalny|klikalna|klikalne|wysrodkowany|wysrodkowana|wysrodkowane|wyrownany|wyrownane|aktywny|aktywne|zwiniete|rozwiniete|zaznaczone|na|u|po|obok|pod|nad, ^gdy|kiedy|jak|jesli ~ klikam|klikne|klika|kliknie|otwieram|otworze|najade|wcisne|naciskam|nacisne|przewijam|zamykam|zamkne|wybiore|zaznacze, ^po kliknieciu|najechaniu|nacisnieciu|otwarciu|zamknieciu|wybraniu|zaznaczeniu, ^gdy|kiedy|jak|jesli uzytkownik|gracz|klient|user",
    ru: "всегда|должен|должна|должно|должны показывать|отображать|отображаться|показываться|скрываться, должен|должна|должно|должны быть видно|видна|видны|сверху|снизу, ^когда я нажимаю|открываю|кликаю, ^при клике|нажатии|наведении",
    zh: "点击, 显示",
    ja: "を表示する, が表示され, クリック",
    ko: "클릭하면, 표시되어야, 누르면",
  },
  /** It binds for times to come: who said it before will have to say it again, an exception is made, a duty of the agent’s begins or ends. */
  binds: {
    en: "i told you already|again|before|never|always|not|no, i already told|said, i ve already told|said, i said no|never|always|not|do, you keep forgetting|doing|using|adding|ignoring|making|writing, unless i|we ask|tell|request|approve|confirm|say, unless i|we have|ve asked|told|requested|approved, unless i|we explicitly|specifically ask|tell|request|say, unless asked|told, until i tell|say|ask, you do not need|have to ~ ~ anymore, you do not need|have to ~ ~ any more, you no longer need|have to, ^answer|reply|respond|speak|talk|write|keep ~ in chinese|english|french|german|italian|japanese|korean|portuguese|russian|spanish, ^keep it chinese|english|french|german|japanese|spanish",
    de: "hab|habe|hatte ich ~ gesagt, ich hab|habe|hatte ~ gesagt, es sei denn, außer ich sage|bitte, solange ich nicht, du musst|brauchst ~ nicht mehr, ^antworte|antwort|sprich|schreib ~ auf deutsch|englisch",
    fr: "je t ai déjà dit, je l ai déjà dit, j ai déjà dit, sauf si je, à moins que je, sauf demande, tu n as plus besoin|à, ^réponds|parle|écris ~ en français|anglais",
    es: "ya te dije, ya te lo dije, ya te he dicho, ya lo dije, a menos que ~ pida|diga|solicite, salvo que ~ pida|diga|solicite, que no pido|pedí, que no te pido|pedí, ya no tienes|hace ~ que, ^responde|respóndeme|háblame|escríbeme|contesta|contéstame ~ en español|castellano|inglés",
    pt: "já te disse|falei, já disse|falei, a menos que eu peça|diga, a não ser que eu, você não precisa mais, ^responda|responde|fale|fala ~ em português|inglês",
    it: "te l ho già detto, ho già detto, te l avevo detto, a meno che ~ chieda|dica, finché non te lo dico, non serve più che, ^rispondi|parla|scrivi|parlami|rispondimi ~ in italiano|inglese",
    pl: "juz ci mowilem|mowilam|pisalem|pisalam|powiedzialem|powiedzialam, juz mowilem|mowilam|pisalem|pisalam|powiedzialem|powiedzialam|prosilem|prosilam, przeciez mowilem|mowilam|powiedzialem|powiedzialam|prosilem|prosilam, mowilem|mowilam|powiedzialem|powiedzialam|prosilem|prosilam ~ nie|zawsze|nigdy|zadnych|bez|zebys|zeby, ciagle|wciaz|znowu zapominasz|dodajesz|uzywasz|piszesz|ignorujesz|robisz, chyba ze poprosze|powiem|wyraznie|sam|sama|o, dopoki nie powiem|poprosze|napisze, jesli nie poprosze|powiem|prosze, o ile nie poprosze|powiem, nie musisz juz, juz nie musisz, nie trzeba juz, juz nie trzeba, ^odpowiadaj|pisz|mow|rozmawiaj ~ po polsku|angielsku|niemiecku|francusku|hiszpansku|rosyjsku|ukrainsku",
    ru: "я уже говорил|сказал|говорила|сказала|просил|просила, я же говорил|просил|говорила|просила, пока я не скажу|попрошу, если я не попрошу|скажу, больше не нужно|надо, ^отвечай|пиши|говори|общайся ~ на русском|английском, ^отвечай|пиши|говори|общайся ~ по русски|английски",
    zh: "说过了, 告诉过你, 我说过, 除非我, 除非用户, ^以后不用, ^以后不需要, ^今后不用, 使用中文, 用中文回, 用中文交流, 用英文回, 用英语回",
    ja: "前にも言, 言ったはず, もう言い, 言わない限り, 頼まない限り, 指示しない限り, 言うまで, もう~なくていい, もう~なくてもいい, ^日本語で答, ^日本語で回, ^日本語で返, ^日本語で話, ^英語で答, ^英語で回",
    ko: "이미 말했, 말했잖, 말하지 않는 한, 요청하지 않는 한, 요청하기 전에는, 이제~안 해도, ^한국어로 답, ^한국어로 말, ^한국어로 대답, ^영어로 답",
  },
  /** Nobody may do it of their own accord. */
  leave: {
    en: "without being asked, without asking, without my ~ permission|approval|consent|ok, without my permission|approval|consent|ok, on your own ~ initiative|accord, on your own, i did not|never ask|asked for, unless necessary, unless it is necessary",
    de: "ohne mich zu fragen, ohne zu fragen, ohne rückfrage|rücksprache, ohne meine zustimmung|freigabe, eigenmächtig, von dir aus, auf eigene faust, ohne meine erlaubnis|zustimmung",
    fr: "sans me demander, sans demander, sans mon accord, de ta propre initiative, de toi même, sans ma permission|validation|autorisation",
    es: "sin pedirme, sin preguntarme, sin preguntar, sin mi permiso, sin consultarme, por tu cuenta, sin mi autorización|aprobación, sin que te lo pida|diga, sin consultar",
    pt: "sem me perguntar, sem perguntar, sem minha permissão, por conta própria, sem minha autorização|aprovação, sem eu pedir",
    it: "senza chiedere, senza chiedermi, senza il mio permesso|consenso|ok, di tua iniziativa, da solo senza",
    pl: "bez pytania, bez pytania mnie, nie pytajac, bez mojej ~ zgody|wiedzy|akceptacji|aprobaty, bez mojego ~ pozwolenia|ok, bez zgody|pozwolenia|konsultacji|uzgodnienia, bez uprzedzenia, samowolnie, na wlasna reke, z wlasnej inicjatywy, sam z siebie, sama z siebie, nieproszony, o co nie prosilem|prosilam, o ktore nie prosilem|prosilam, bez wyraznej ~ prosby|zgody",
    ru: "без спроса, без моего разрешения|согласия|ведома, не спросив, самовольно, самостоятельно, сам ничего",
    zh: "经我同意, 不问我, 没问过我, 私自, 擅自, 自作主张, 自行, 未经, 随意, 乱改, 随便改",
    ja: "許可なく, 無断で, 聞かずに, 確認せずに, 勝手に, 独断, 指示なく",
    ko: "묻지 않고, 허락 없이, 물어보지 않고, 마음대로, 임의로, 함부로",
  },
  /** What the work is done with, of all its kind: a library, a font, one thing for every case. */
  chosen: {
    en: "use ~ font|fonts|typeface|library|libary|lib|framework|orm|linter|formatter|bundler|palette for|in|as|everywhere|throughout, use ~ package manager, use ~ for everything, use ~ for all|every|any|each, use ~ everywhere|throughout, use ~ in every|all case|cases|places|files|components|pages",
    de: "nutze|nimm|verwende|benutze|nutz|verwenden|nutzen ~ für alle|alles|jede|jeden, nutze|nimm|verwende|benutze|nutz|verwenden|nutzen ~ überall, nutze|nimm|verwende|benutze|nutz ~ schriftart|bibliothek|framework|paketmanager",
    fr: "utilise|utilisez|utiliser ~ pour tout|tous|toutes|chaque, utilise|utilisez|utiliser ~ partout, utilise|utilisez ~ police|bibliothèque|librairie|framework",
    es: "usa|use|utiliza|utilice|usar|utilizar ~ para todo|todos|todas|cada, usa|use|utiliza ~ fuente|tipografía|librería|biblioteca|framework",
    pt: "use|usa|utilize|usar ~ para tudo|todos|todas|cada, use|usa|utilize ~ fonte|biblioteca|framework",
    it: "usa|utilizza|usate|utilizzate ~ per tutto|tutti|tutte|ogni, usa|utilizza ~ ovunque, usa|utilizza ~ font|libreria|framework",
    pl: "uzywaj|uzyj|stosuj|korzystaj|uzywac|bierz|uzywamy ~ do|dla wszystkiego|wszystkich|kazdego|kazdej, uzywaj|uzyj|stosuj|korzystaj|uzywac|uzywamy ~ wszedzie, uzywaj|uzyj|stosuj|korzystaj|uzywac ~ czcionki|fontu|biblioteki|frameworka|menedzera|lintera|formattera|palety",
    ru: "используй|используйте ~ для всего|всех|каждого|каждой, используй|используйте ~ везде, используй|используйте ~ шрифт|библиотеку|фреймворк",
    zh: "统一使用, 统一用, 全部使用, 全部用, 都用, 都使用, 只用, 只使用, 一律用",
    ja: "統一して, はすべて~を使, 全て~を使, のみ使用, だけを使",
    ko: "모두~사용, 전부~사용, 만 사용",
  },
  /** What whoever works makes over and over, of whatever it is about: comments, commits, tests, documents. */
  craft: {
    en: "comment|comments|commit|commits|docs|documentation|code|identifiers|variables ~ in english|german|french|spanish|italian|portuguese|chinese|japanese|russian|korean, all|every|each ~ comment|comments|commit|commits|function|functions|method|methods|migration|migrations|pr|prs|branches, ^comments|commits|tests|branches|migrations|docstrings|functions|classes|imports|types|prs|docs|fixtures|screenshots are|must|should|need|go|stay|get|have|live|belong|end|start, ^commit messages|variable names|function names|test names|branch names|pull requests|feature flags|error messages|log messages|file names are|must|should|need|go|stay|get|have|start|end, do not create|write|add|generate|make|produce|leave ~ md|mds|markdown|docs|documentation|summaries|comments|emojis|readme|placeholders|fallbacks, do not want|need any|more|many|so|too|extra ~ mds|markdown|docs|documentation|summaries|comments|emojis, do not want mds|docs|documentation|summaries|comments|emojis, do not create|write|add|generate|make|produce ~ md|markdown|documentation|summary|readme files|file|documents, stop creating|writing|adding|generating|making ~ md|markdown|docs|documentation|summaries|comments|emojis, no more|unnecessary|extra md|mds|docs|documentation|comments|emojis, no ~ emojis|comments|mocks|placeholders",
    de: "kommentare|commits|commit|doku|dokumentation|code|variablen ~ auf deutsch|englisch, alle|jede|jeder|jedes ~ kommentare|funktionen|funktion|klassen|klasse|methoden|tests|test|commits|commit, ^kommentare|commits|tests|branches|migrationen|funktionen|klassen|imports sind|müssen|sollen|sollten|gehören|werden|bekommen, ^commit messages|nachrichten, ^testnamen|variablennamen|funktionsnamen",
    fr: "commentaires|commentaire|commits|messages|documentation|code ~ en français|anglais|espagnol, tous|toutes|chaque|chacune|chacun ~ commentaires|commentaire|fonctions|fonction|classes|méthodes|tests|commits|fichiers, ^les commentaires|commits|tests|branches|fonctions|migrations sont|doivent|soient",
    es: "comentarios|commits|commit|mensaje|mensajes|documentación|código ~ en castellano|español|inglés, todos|todas|cada ~ comentarios|comentario|funciones|función|clases|métodos|tests|pruebas|commits, ^los|las comentarios|commits|tests|pruebas|ramas|funciones|migraciones son|deben|van|tienen, no crees|generes|hagas|escribas|agregues ~ documentación|documentos|markdown|md|comentarios|emojis",
    pt: "comentários|commits|commit|mensagens|documentação|código ~ em português|inglês, todos|todas|cada ~ comentários|funções|função|classes|métodos|testes|commits, ^os|as comentários|commits|testes|branches|funções devem|são|têm, não crie|gere|escreva|adicione ~ documentação|documentos|markdown|md|comentários|emojis",
    it: "commenti|commento|commit|messaggi|documentazione|codice ~ in italiano|inglese, tutti|tutte|ogni ~ commenti|commento|funzioni|funzione|classi|metodi|test|commit, ^i|le|gli commenti|commit|test|funzioni|migrazioni devono|vanno|sono, non creare|generare|scrivere|aggiungere ~ documentazione|documenti|markdown|md|commenti|emoji",
    pl: "komentarze|komentarz|commity|commit|commitow|opisy|dokumentacja|dokumentacje|dokumentacji|kod|zmienne|zmiennych|nazwy|wiadomosci ~ po polsku|angielsku|niemiecku, wszystkie|kazdy|kazda|kazde|kazdego|kazdej|kazdym ~ komentarze|komentarz|funkcje|funkcja|funkcji|klasy|klasa|metody|metoda|testy|test|testow|commity|commit|commita|migracje|migracja|pr|branche|branch|galezie, ^komentarze|commity|testy|branche|galezie|migracje|funkcje|klasy|importy|typy|nazwy|dokumentacja|fixtury sa|musza|maja|powinny|ida|piszemy|trzymamy|robimy|nazywamy|leza|zaczynaja|koncza, ^opisy|nazwy commitow|zmiennych|funkcji|testow|branchy|branchow|galezi|plikow|klas, ^nie tworz|pisz|dodawaj|generuj|rob|zostawiaj|wrzucaj ~ md|markdown|markdownow|dokumentacji|dokumentow|podsumowan|komentarzy|emoji|emotek|readme|placeholderow|fallbackow|mockow|todo|logow|plikow, zadnych|bez ~ komentarzy|emoji|emotek|mockow|placeholderow|todo|plikow, nie chce ~ md|dokumentacji|podsumowan|komentarzy|emoji|emotek|mockow",
    ru: "комментарии|комментарий|коммиты|коммит|сообщения|документацию|документация|код ~ на русском|английском, все|всех|каждый|каждую ~ комментарии|функции|функцию|классы|методы|тесты|коммиты|коммит, ^комментарии|коммиты|тесты|ветки|функции должны|нужно, не создавай|генерируй|пиши|добавляй ~ документацию|документы|md|комментарии|эмодзи|отчеты|отчёты",
    zh: "注释~中文, 注释~英文, 中文注释, 英文注释, 提交信息~中文, 提交信息~英文, 所有~注释, 所有~函数, 所有~提交, 每个函数, 每次提交, 不要写文档, 不要生成文档, 不要写注释, 不要加注释, 不要总结",
    ja: "コメント~日本語, コメント~英語, コミット~日本語, コミット~英語, すべての~コメント, 全ての~コメント, すべての~関数, ドキュメントは作, コメントは書",
    ko: "주석~한국어, 주석~영어, 커밋~한국어, 커밋~영어, 모든~주석, 모든~함수",
  },
  /** Who somebody is to whoever answers them. */
  person: {
    en: "i m|am not a|an ~ programmer|developer|coder|engineer|designer|expert|native, ^i|i m|am new to, i m|am a|an ~ programmer|developer|coder|beginner|newbie|student|designer|researcher|scientist|teacher|engineer|doctor|lawyer|writer, i m|am non technical, i do not know how to code|program, i m|am targeting, we m|re|are targeting",
    de: "ich bin kein|keine ~ programmierer|programmiererin|entwickler|entwicklerin|experte, ich bin ein|eine ~ anfänger|anfängerin|student|studentin|entwickler|entwicklerin, ich bin anfänger|student|entwickler|designer|lehrer, ich kann nicht programmieren",
    fr: "je ne suis pas développeur|développeuse|programmeur|expert|codeur, je suis pas développeur|développeuse|programmeur|expert, je suis un|une ~ débutant|débutante|développeur|étudiant|étudiante, je suis débutant|débutante|développeur|étudiant|designer|novice",
    es: "no soy ~ programador|programadora|desarrollador|desarrolladora|experto|experta, soy ~ principiante|estudiante|programador|programadora|desarrollador|desarrolladora|diseñador, no sé programar",
    pt: "não sou ~ programador|programadora|desenvolvedor|desenvolvedora, sou ~ iniciante|estudante|programador|desenvolvedor|desenvolvedora, não sei programar",
    it: "non sono un|una ~ programmatore|programmatrice|sviluppatore|sviluppatrice|esperto|esperta, sono un|una ~ principiante|studente|studentessa|sviluppatore|programmatore, sono alle prime armi, non so programmare",
    pl: "nie jestem ~ programista|programistka|developerem|developerka|informatykiem|ekspertem|ekspertka|specjalista|specjalistka, jestem ~ poczatkujacy|poczatkujaca|studentem|studentka|programista|programistka|developerem|developerka|projektantem|projektantka|grafikiem|graficzka|nauczycielem|nauczycielka|lekarzem|lekarka|prawnikiem|prawniczka|inzynierem|naukowcem|pisarzem|pisarka|laikiem, nie umiem programowac|kodowac, nie znam sie na, dopiero ucze sie|zaczynam, dopiero sie ucze",
    ru: "я не программист|разработчик|эксперт|специалист, я ~ новичок|студент|студентка|начинающий|дизайнер, я не умею программировать, я не разбираюсь в",
    zh: "我不是程序员, 我不会编程, 我不懂代码, 我不懂技术, 我是小白, 我是新手, 我是一名, 我是一个, 我不太懂代码",
    ja: "プログラマーではない, エンジニアではない, 私は初心者, 非エンジニア, 初学者",
    ko: "개발자가 아니, 초보자, 비개발자",
  },
  /** A value that whoever starts, opens or reaches the program needs. */
  settings: {
    en: "port|url|domain|host|hostname|timezone|region|bucket|endpoint|version|branch|database|email|phone|address is, primary|secondary|accent|brand|background color",
    de: "port|url|domain|host|zeitzone|region|bucket|endpunkt|version|branch|datenbank ist",
    fr: "port|url|domaine|hôte|fuseau|région|version|branche|base est, couleur principale|secondaire",
    es: "puerto|url|dominio|host|región|versión|rama|base es, color primario|secundario|principal",
    pt: "porta|url|domínio|host|região|versão|branch|base é, cor primária|secundária|principal",
    it: "porta|url|dominio|host|versione|branch|database è, colore primario|secondario|principale",
    pl: "port|url|domena|domeny|host|hosta|strefa|region|bucket|endpoint|wersja|wersje|branch|galaz|baza|baze|adres|telefon|mail|email to|jest, port|url|domena|host|strefa|region|bucket|wersja|galaz|baza, kolor glowny|podstawowy|tla|akcentu",
    ru: "порт|домен|хост|версия|ветка|база это, порт|домен|хост|версия|ветка",
    zh: "端口是, 端口为, 域名是, 版本是, 数据库是",
    ja: "ポートは, ドメインは, バージョンは, ブランチは",
    ko: "포트는, 도메인은, 버전은, 브랜치는",
  },
  /** It wants to be remembered, or tells of what kind of thing, and then what a person wants of it. */
  remembers: {
    en: "remember that, ^remember we|our|my, ^remember this|it is|s a|an|our|the, keep|bear in mind that, ^remember, make|take a note, note to self, jot down|that, don t|do not forget that, keep|bear in mind, to|into memory, it|this|that in memory, to|into|in your|the memory, i remind you, for the|future record|reference, for|in future chats|conversations|sessions|tasks|prompts|runs, for|in all ~ chats|conversations|sessions|tasks|prompts|runs",
    de: "merk dir, merks dir, merke dir, denk dran, denk daran, vergiss nicht, behalt ~ im hinterkopf, notier dir, schreib dir auf, speicher dir, ^für später, ^fürs protokoll",
    fr: "souviens toi, rappelle toi que, n oublie pas, retiens, note bien, note que, garde en tête|mémoire, mémorise, à retenir",
    es: "recuerda que, recordá que, acordate ~ que, acuérdate ~ que, no olvides, ten|tené en cuenta que, apúntate, apúntalo, apunta que|ahí, anota que|ahí, guárdate, grábate, que no se te olvide",
    pt: "lembre que, lembra que, lembre se, não esqueça, não se esqueça, guarda aí|isso, anota aí|isso|que, grava aí|isso, não esquece",
    it: "ricorda che, ricordati che, tieni a mente, tieni presente, non dimenticare che, memorizza, segnati, segna che, annotati, appuntati, prendi nota",
    pl: "zapamietaj, zapamietaj ze, zapamietaj sobie, pamietaj, pamietaj ze, pamietajcie, pamietaj o, nie zapomnij ze, nie zapominaj, miej na uwadze, miej w pamieci, wez pod uwage, zanotuj, zanotuj sobie, zapisz sobie, zapisz to sobie, zapisz w pamieci, zapisz do pamieci, dodaj do pamieci, odnotuj, na przyszlosc, przypominam ze",
    ru: "запомни, запомните, помни, помните, не забывай, имей в виду, учитывай, запиши себе, заметь себе, отметь себе, на будущее",
    zh: "记住, 记得, 记一下, 记下, 帮我记, 备忘",
    ja: "覚えておいて, 覚えといて, 覚えてて, 忘れないで, メモしておいて, メモしといて, 記憶して, 控えておいて",
    ko: "기억해, 기억하, 잊지 마, 외워, 메모해, 적어 둬, 적어둬",
  },
  /** It ends a discussion, or says what the team works with. */
  settles: {
    en: "^we use, ^we do not|never use, ^we only|always use, ^the project uses, ^our * uses, let s settle, settled on, we moved|switched|migrated to, we ve|have moved|switched|migrated to, we|i decided|agreed|chosen|chose, we|i ve|have decided|agreed|chosen, we no longer use, i no longer like|want|use|prefer|need, it s decided|settled, the decision is, made up my mind, ^let s use|adopt, ^let s go|stick with, ^we will|ll use, ^we are|re going to use",
    de: "^wir nutzen|verwenden|benutzen, beschlossen, entschieden, geeinigt, ^lass uns ~ nehmen|nutzen|verwenden|benutzen",
    fr: "^nous utilisons, ^on utilise, ^on n utilise, c est décidé, on a décidé, nous avons décidé, j ai décidé, ^on va utiliser|prendre, ^utilisons",
    es: "^usamos, ^no usamos, ^utilizamos, decidido, hemos decidido, decidimos, ya no usamos, ^vamos a usar|utilizar, ^usemos|utilicemos",
    pt: "^usamos, ^não usamos, ^utilizamos, decidido, decidimos, decidi, não usamos mais, ^vamos usar|utilizar",
    it: "^usiamo, ^non usiamo, ^utilizziamo, deciso, abbiamo deciso, ho deciso, non usiamo più, ^useremo",
    pl: "^uzywamy, ^nie uzywamy, ^my uzywamy, ^u nas uzywamy, ^w projekcie uzywamy, postanowione, postanowilismy, zdecydowalismy, zdecydowalem, zdecydowalam, zdecydowane, postanowilem, postanowilam, ustalone, ustalilismy, uzgodnilismy, decyzja jest|zapadla, zapadla decyzja, nie uzywamy juz, juz nie uzywamy, juz nie lubie|chce|uzywam|jem, przeszlismy na, przenieslismy sie na, przesiedlismy sie na, ^bedziemy uzywac|uzywali|korzystac, ^bierzemy, ^zostajemy przy, ^przechodzimy na",
    ru: "^мы используем, ^мы не используем, ^используем, решено, мы решили, я решил, больше не используем, ^будем использовать",
    zh: "^我们用, ^我们使用, ^我们不用, ^我们不使用, 决定, 定了, 不再用, 不再使用",
    ja: "^うちでは~を使, に決め, に決ま, もう使いません, もう使わない, もう使っていません",
    ko: "^우리는~사용, 하기로 했, 결정했, 정했",
  },
  /** What a thing is called, where it is and whose it is. */
  names: {
    en: "is|are called|named|owned|maintained|hosted|deployed|stored|kept, is|are now called|named|owned|maintained|hosted|deployed|stored|kept, deployed|hosted on|at, owns, maintains, listens on, belongs to, expires, reports to, stands for, my name|username|handle|nickname|pronouns|email is|are, my name, lives near|with|alone|abroad|there|here|next, lives|sits|runs in|on|at|under|behind",
    de: "heißt, gehört, liegt, läuft auf, hört auf, steht für",
    fr: "s appelle, appartient, tourne sur, écoute",
    es: "se llama, pertenece, corre en, escucha",
    pt: "se chama, pertence, roda em, escuta",
    it: "si chiama, appartiene, gira su|sul|sulla|in|nella, ascolta, si trova su, è ospitato|ospitata",
    pl: "nazywa sie, nazywaja sie, nalezy do, naleza do, stoi na|w|pod|za, dziala na|pod|w, chodzi na|pod, slucha na, nasluchuje, nasluchuje na, lezy w|na|pod, leza w|na|pod, znajduje sie, znajduja sie, hostowany|hostowana|hostowane na|w, wdrozony|wdrozona|wdrozone na|w, odpowiada za, odpowiadaja za, zajmuje sie, opiekuje sie, utrzymuje, wygasa, podlega, to skrot od, mam na imie, nazywam sie, ma na imie, moj login|nick|mail|email|numer, mieszka w|z|na|sam|sama|obok",
    ru: "называется, принадлежит, запущен|запущена|развёрнут|развернут|работает на, слушает, находится на|в|по, лежит в, отвечает за",
    zh: "端口, 监听, 叫, 位于, 属于, 归, 负责, 住在, 部署在, 运行在",
    ja: "ポート, 担当, という名前, と呼, にホスト, にデプロイ, が管理, 住んで, 所属",
    ko: "포트, 담당, 라고 불, 에 있",
  },
  /** What somebody says in the middle of work: how it goes, what lies before them, and what is to be done next. */
  working: {
    en: "am|is|are|m|s|re fine|good|great|ok|okay|done|complete|completed|finished|correct|right|perfect, can|could|may|should be called|named, problem|problems|issue is, unfortunately, sadly, add|change|create|fix|make|move|put|remove|show a|an|another|new|one|that|the, ^here, ^there, ^it, ^that, ^i have, ^i ve, ^we ve",
    de: "problem|probleme ist|sind, leider, ^hier ist|sind",
    fr: "problème|problèmes est|sont, malheureusement, ^voici, ^voilà",
    es: "problema|problemas es|son, desgraciadamente, ^aquí, ^acá, ^eso",
    pt: "problema|problemas é|são, infelizmente, ^aqui, ^isso",
    it: "problema|problemi è|sono, purtroppo, ^ecco, ^qui, ^c è",
    pl: "problem|problemy|klopot jest|sa|polega|w, niestety, dodaj|zmien|stworz|popraw|zrob|przenies|wstaw|usun|pokaz nowy|nowa|nowe|jeszcze|ten|ta|te|to, ^tutaj, ^tu, ^oto, ^tam, ^mam blad|problem|klopot|pytanie|takie|taki|taka",
    ru: "проблема|проблемы, к сожалению, ^вот, ^тут, ^здесь",
    zh: "问题是, 可惜, ^这是, ^那是, 即可",
    ja: "問題は, 残念, ^ここ",
    ko: "문제는, 안타깝, ^여기",
  },
  /** What came about in this talk, and what goes on while they speak. */
  talks: {
    en: "is|are|keep|keeps flagging|showing|complaining|reporting|throwing, we|i re|are|m|am not *ing, we|i re|are|m|am reviewing|merging|rebasing|going, tests|build|ci has|have|is|are|was|were passed|passing|failed|failing|green|red, we|you|i made|did|said|added|discussed|mentioned, we|you|i ve|have made|did|said|added|discussed|mentioned, the pr, screenshot, screenshots, not * correctly|properly, option|approach|variant 1|2|3|4|a|b|c, prefer|like that|this|it|both, ^i will, ^i ll, ^approved, ^alright, ^looks good|great|perfect, is|are|was|were about to, can|could|will|would you, until you|it|that|this, we|they|i re|are|m|am|were|was now|still|just|currently|getting|seeing|trying|looking|working|testing|debugging|hitting|missing|stuck|back, keep doing|going|pushing|shining|fighting|believing|dreaming|growing|moving|smiling|inspiring|rocking, keep it|being|making up|you|yourself|awesome|great|memories|progress|strides|waves, make|makes|making|made|see a|the|any|all difference, anything|everything is possible, let me know, reach out, i|we got you|this, you got this, hang in there, long time no, keep up the * work|job|effort|spirit, keep up the good|great|amazing|hard, mean|means a lot, mean|means so much, mean|means the world, means everything, have not talked|chatted|spoken, good|nice|great|sorry|glad to hear|see, been a while, been ages, proud of you|us, happy for you, good|best|of luck, thanks for",
    de: "ich bin gerade, wir sind gerade, ich versuche, kannst|könntest|würdest du, option|variante 1|2|3|a|b|c, screenshot",
    fr: "suis en train, est en train, peux|pourrais tu, option 1|2|3|a|b|c, capture",
    es: "estoy|estamos intentando|mirando|probando, puedes, podrías, opción 1|2|3|a|b|c, captura",
    pt: "estou|estamos tentando|olhando|testando, você pode, captura",
    it: "sto|stiamo *ando|*endo, puoi, potresti, screenshot, schermata",
    pl: "wlasnie|teraz|aktualnie|obecnie probuje|patrze|robie|sprawdzam|testuje|debuguje|widze|dostaje, probuje, probujemy, mozesz, moglbys, moglabys, opcja|opcje|wariant|wersja|podejscie 1|2|3|4|a|b|c, screenshot, screen, screena, zrzut ekranu, testy|build|ci przeszly|przechodza|padly|padl|padaja|przeszedl, ^brzmi dobrze|super|swietnie, ^wyglada dobrze|super|swietnie, ^daj znac jak|czy|gdy|kiedy|co, daj znac co|czy, dasz rade, trzymam kciuki, trzymaj sie, powodzenia, milo slyszec|cie|bylo, dawno sie nie, dumny|dumna z ciebie, dzieki za, dziekuje za",
    ru: "сейчас|пытаюсь|смотрю|делаю, можешь, скриншот, скрин, вариант 1|2|3",
    zh: "正在, 截图, 能不能, 可不可以",
    ja: "しているところ, スクショ, くれますか, もらえますか, じゃあ, ^では",
    ko: "하는 중, 스크린샷, 줄래",
  },
  /** All of a kind of thing have to be so, or it is so on a day that comes every week. */
  all: {
    en: "^all|every|each ~ must|should|shall|needs, on|every|each monday|tuesday|wednesday|thursday|friday|saturday|sunday, on mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays, everything ~ must|should|has|needs|have",
    de: "^alle|jede|jeder|jedes ~ müssen|muss|sollen|soll, montags, dienstags, mittwochs, donnerstags, freitags, samstags, sonntags, ^alles muss|soll|sollte",
    fr: "^tous|toutes les ~ doivent, ^chaque ~ doit, le lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche, ^tout doit",
    es: "^todos|todas los|las ~ deben|tienen, ^cada ~ debe|tiene, los lunes|martes|miércoles|jueves|viernes|sábados|domingos, ^todo ~ debe|tiene",
    pt: "^todos|todas os|as ~ devem|têm, ^cada ~ deve|tem, às segundas|terças|quartas|quintas|sextas, aos sábados|domingos, ^tudo ~ deve|tem",
    it: "^tutti|tutte i|le|gli ~ devono|vanno, ^ogni ~ deve, ^tutto deve, il lunedì|martedì|mercoledì|giovedì|venerdì|sabato",
    pl: "^wszystkie|wszyscy ~ musza|maja|powinny|powinni, ^kazdy|kazda|kazde ~ musi|ma|powinien|powinna|powinno|dostaje|potrzebuje, ^wszystko ~ musi|ma|powinno, w poniedzialki|wtorki|srody|czwartki|piatki|soboty|niedziele|weekendy, w kazdy|kazda poniedzialek|wtorek|srode|czwartek|piatek|sobote|niedziele, co poniedzialek|wtorek|srode|czwartek|piatek|sobote|niedziele|tydzien",
    ru: "^все ~ должны, ^каждый|каждая|каждое ~ должен|должна|должно, ^всё|все должно, по понедельникам|вторникам|средам|четвергам|пятницам",
    zh: "^所有~必须, ^所有~都要, ^所有~都应该, ^所有~应该, ^所有~需要, ^每个~需要, ^全部~必须, ^每个~必须, ^每个~都要, ^每个~都应该, 周一, 周二, 周三, 周四, 周五, 周六, 周日, 星期",
    ja: "^すべての~こと, ^全ての~こと, ^すべての~なければ, ^全ての~なければ, ^すべての~べき, 曜日, 毎週",
    ko: "^모든~해야, ^모든~합니다, 월요일, 화요일, 수요일, 목요일, 금요일, 토요일, 일요일",
  },
  /** A case that comes again: “when a test fails”, not “when that is done”. */
  anyCase: {
    en: "^whenever, ^if in doubt, ^if|once a|an|any, ^each|every|any time, ^when a|an|any|some|adding|writing|working|reviewing|changing, ^when i say|ask|write|paste",
    de: "^im zweifel, ^jedes mal, ^immer wenn, ^wenn|falls|sobald ein|eine|jemand",
    fr: "^en cas de doute, ^chaque fois, ^quand un|une, ^lorsqu un|une",
    es: "^en caso de duda, ^cada vez que un|alguien|te, ^cuando un|una|alguien|te",
    pt: "^em caso de dúvida, ^sempre que, ^toda vez que, ^quando um|uma|alguém",
    it: "^in caso di dubbio, ^ogni volta che, ^quando un|una|qualcuno|modifichi|aggiungi, ^se un|una|qualcuno",
    pl: "^w razie watpliwosci, ^w razie wahania, ^za kazdym razem, ^ilekroc, ^zawsze gdy|kiedy|jak|jesli, ^gdy|kiedy|jesli|jezeli|jak jakis|jakas|jakies|ktos|cos|dodajesz|zmieniasz|piszesz|tworzysz|usuwasz|robisz|poprosze|mowie|powiem|pytam|zapytam|pisze|wklejam|wkleje, ^po|przed|przy kazdym|kazdej|kazda, ^przy zmianie|dodawaniu|tworzeniu|pisaniu",
    ru: "^если сомневаешься, ^каждый раз когда, ^при любом, ^когда добавляешь|меняешь|пишешь, ^при изменении|добавлении|создании",
    zh: "^每当, ^只要, ^每次",
    ja: "たびに, 毎回",
    ko: "때마다, 할 때는",
  },
  /** A case that is waited for now, or one of the program that is built. */
  instance: {
    en: "this, that, these, those, it, its, they, them, here, now, still, again, back, yet, today, yes, not, so, done, finished, ready, ok, okay, needed, possible, necessary, latter, former, we, user, users, until, if you agree|can|find|have|like|need|propose|see|think|want, when|whenever|if you can|could, you get|have a|the|some chance|time|moment|minute, you get|have time, you re ready|free|bored|back, you need help|anything|support|someone, things get|go|are",
    de: "dies, diese, dieser, dieses, es, fertig, nötig, wir, benutzer, nutzer, bis",
    fr: "cette, ce, ça, cela, ceci, fini, nous, on, utilisateur, utilisateurs, jusqu à",
    es: "eso, esto, este, esta, es, listo, usuario, usuarios, hasta que",
    pt: "isso, isto, esse, essa, pronto, usuário, usuários, até que",
    it: "questo, questa, quello, fatto, finito, pronto, noi, utente, utenti, finché",
    pl: "to, ten, ta, te, tego, tej, tym, tu, teraz, znowu, jeszcze, juz, gotowe, skonczone, zrobione, potrzebne, mozliwe, my, uzytkownik, uzytkownicy, uzytkownika, user, az, mozesz, dasz rade, chcesz, masz czas|ochote|chwile, bedziesz mial|miala|gotowy|gotowa, potrzebujesz",
    ru: "это, этот, эта, готово, сделано, мы, пользователь, пользователи, пользователя, пока",
    zh: "这个, 那个, 用户",
    ja: "これ, それ, ユーザー",
    ko: "이거, 그거, 사용자",
  },
  /** Somebody near the person. */
  kin: {
    en: "wife, husband, partner, spouse, fiance, fiancé, fiancée, girlfriend, boyfriend, gf, bf, son, sons, daughter, daughters, kid, kids, child, children, baby, toddler, mother, mom, mum, father, dad, parents, sister, brother, twin, grandma, grandpa, grandmother, grandfather, granddaughter, grandson, aunt, uncle, niece, nephew, cousin, mother in law, father in law, boss, manager, landlord, landlady, roommate, flatmate, neighbor, dentist, doctor, gp, therapist, vet, accountant, lawyer, dog, cat, puppy, kitten, stepson, stepdaughter, my ex, co founder, cofounder",
    de: "frau, mann, partner, partnerin, freundin, verlobte, verlobter, sohn, tochter, kind, kinder, kindern, baby, mutter, mama, vater, papa, eltern, schwester, bruder, geschwister, oma, opa, tante, onkel, nichte, neffe, cousin, cousine, schwiegermutter, schwiegervater, chef, chefin, vermieter, vermieterin, mitbewohner, mitbewohnerin, nachbar, nachbarin, zahnarzt, zahnärztin, arzt, ärztin, hausarzt, hausärztin, tierarzt, steuerberater, steuerberaterin, anwalt, hund, katze, kater",
    fr: "femme, mari, compagnon, compagne, conjoint, conjointe, copain, copine, fils, fille, enfant, enfants, bébé, mère, maman, père, papa, parents, sœur, soeur, frère, grand mère, grand père, mamie, papy, tante, oncle, nièce, neveu, cousin, cousine, belle mère, beau père, chef, patron, patronne, propriétaire, colocataire, voisin, voisine, dentiste, médecin, kiné, psy, vétérinaire, comptable, avocat, avocate, chien, chienne, chat, chatte",
    es: "mujer, esposa, esposo, marido, pareja, novio, novia, hijo, hija, hijos, hijas, niño, niña, niños, bebé, madre, mamá, padre, papá, padres, hermana, hermano, hermanos, abuela, abuelo, tía, tío, sobrina, sobrino, prima, primo, suegra, suegro, jefe, jefa, casero, casera, compañera de piso, vecino, vecina, dentista, médico, médica, doctora, veterinario, gestor, gestora, abogado, abogada, perro, perra, gato, gata",
    pt: "mulher, esposa, esposo, marido, namorado, namorada, companheiro, companheira, filho, filha, filhos, filhas, bebê, mãe, pai, pais, irmã, irmão, irmãos, avó, avô, vó, vô, tia, tio, sobrinha, sobrinho, prima, primo, sogra, sogro, chefe, senhorio, vizinho, vizinha, dentista, médico, médica, veterinário, contador, contadora, advogado, advogada, cachorro, cachorra, gato, gata",
    it: "moglie, marito, compagno, compagna, fidanzato, fidanzata, figlio, figlia, figli, figlie, bambino, bambina, bambini, neonato, madre, mamma, padre, papà, genitori, sorella, fratello, fratelli, nonna, nonno, zia, zio, nipote, cugina, cugino, suocera, suocero, capo, padrone di casa, coinquilino, coinquilina, vicino di casa, dentista, medico, dottoressa, veterinario, commercialista, avvocato, cane, gatto, gatta",
    pl: "zona, zone, zony, zonie, maz, meza, mezem, mezowi, partner, partnera, partnerka, partnerki, partnerke, narzeczony, narzeczona, narzeczonej, dziewczyna, dziewczyny, dziewczyne, chlopak, chlopaka, syn, syna, synowi, synem, synek, synka, corka, corki, corke, corce, coreczka, dziecko, dziecka, dzieci, dzieciom, niemowle, matka, matki, mama, mame, mamie, ojciec, ojca, ojcu, tata, taty, tate, tacie, rodzice, rodzicow, rodzicom, siostra, siostry, siostre, siostrze, brat, brata, bratu, blizniak, babcia, babci, babcie, dziadek, dziadka, wnuk, wnuczka, ciocia, cioci, ciotka, wujek, wujka, siostrzenica, siostrzeniec, bratanek, bratanica, kuzyn, kuzynka, kuzyna, kuzynki, tesciowa, tesciowej, tesc, tescia, szef, szefa, szefowa, szefowej, wlasciciel mieszkania, wspollokator, wspollokatorka, sasiad, sasiada, sasiadka, dentysta, dentystka, dentysty, lekarz, lekarza, lekarka, terapeuta, terapeutka, weterynarz, ksiegowy, ksiegowa, ksiegowej, prawnik, prawniczka, pies, psa, psu, suczka, kot, kota, kotka, kotki, kotke, szczeniak, pasierb, pasierbica, byla zona, byly maz, ex, wspolnik, wspolniczka",
    ru: "жена, жену, жены, жене, женой, муж, мужа, мужу, мужем, сын, сына, сыну, дочь, дочка, дочери, дочку, ребёнок, ребенок, дети, детей, детям, мать, мама, мамы, маме, отец, папа, папы, родители, сестра, сестры, сестре, брат, брата, бабушка, дедушка, тётя, тетя, дядя, племянник, племянница, тёща, теща, свекровь, начальник, начальница, хозяйка квартиры, сосед, соседка, стоматолог, врач, ветеринар, бухгалтер, собака, собаку, кот, кота, кошка, кошку",
    zh: "老婆, 妻子, 太太, 老公, 丈夫, 爱人, 男朋友, 女朋友, 对象, 儿子, 女儿, 孩子, 宝宝, 妈妈, 我妈, 母亲, 爸爸, 我爸, 父亲, 爸妈, 父母, 姐姐, 妹妹, 哥哥, 弟弟, 我姐, 我哥, 奶奶, 爷爷, 外婆, 外公, 姥姥, 岳母, 婆婆, 老板, 领导, 房东, 室友, 邻居, 牙医, 医生, 狗, 猫",
    ja: "妻, 嫁, 奥さん, 夫, 旦那, 主人, 彼氏, 彼女, 息子, 娘, 子供, 子ども, 赤ちゃん, 母, 父, 両親, 姉, 妹, 兄, 弟, 祖母, 祖父, おばあちゃん, おじいちゃん, 叔母, 叔父, 義母, 義父, 上司, 大家さん, ルームメイト, 歯医者, 主治医, かかりつけ, 犬, 猫",
    ko: "아내, 와이프, 남편, 신랑, 여자친구, 남자친구, 여친, 남친, 아들, 딸, 아이, 아기, 엄마, 어머니, 아빠, 아버지, 부모님, 누나, 언니, 오빠, 형, 여동생, 남동생, 할머니, 할아버지, 이모, 삼촌, 시어머니, 장모님, 팀장, 사장님, 집주인, 룸메이트, 치과, 주치의, 강아지, 고양이",
  },
  /** The person's health, table, home, work and days. */
  life: {
    en: "allergic, allergy, allergies, intolerant, intolerance, vegan, vegetarian, pescatarian, kosher, halal, celiac, coeliac, gluten, lactose, peanuts, shellfish, diabetic, diabetes, asthma, colorblind, color blind, colourblind, colour blind, dyslexic, dyslexia, adhd, autistic, migraines, pregnant, insulin, blood pressure, surgery, birthday, birthdays, bday, born, anniversary, i|we live, i|we ve moved|lived, i|we moved to, i m from, based in, time zone, timezone, i|we m|re on * time, home address, passport, left handed, years old, i work at|for|from|as|nights, work from home, do not eat|drink|drive|fly, i commute, school, daycare, kindergarten, license plate, blood type, mother tongue, native language, do not work on, day off, retired",
    de: "allergisch, allergie, nussallergie, unverträglich, unverträglichkeit, intoleranz, vegan, veganer, veganerin, vegetarier, vegetarierin, vegetarisch, zöliakie, glutenfrei, gluten, laktose, laktoseintolerant, diabetiker, diabetikerin, diabetes, asthma, farbenblind, legastheniker, migräne, schwanger, blutdruck, insulin, operiert, geburtstag, geboren, hochzeitstag, jahrestag, ich|wir wohne|wohnen, wohn ich, ich lebe, umgezogen, ich komme aus, zeitzone, adresse, linkshänder, jahre alt, ich arbeite bei|für|als|nachts, esse kein|keine|keinen, ess kein|keine|keinen, trinke kein|keinen|keine, kita, schule, kennzeichen, muttersprache, im ruhestand",
    fr: "allergique, allergie, intolérant, intolérante, intolérance, végan, végane, végétarien, végétarienne, cœliaque, coeliaque, gluten, lactose, diabétique, diabète, asthme, asthmatique, daltonien, dyslexique, migraines, enceinte, opéré, opérée, anniversaire, né le|en|à, née le|en|à, j habite, nous habitons, on habite, je vis, j ai déménagé, déménagé, fuseau, décalage, adresse, gaucher, gauchère, ans, je travaille chez|pour|comme|de nuit, ne mange pas|plus, mange pas|plus, ne bois pas|plus, crèche, école, langue maternelle, à la retraite",
    es: "alérgico, alérgica, alergia, intolerante, intolerancia, vegano, vegana, vegetariano, vegetariana, celíaco, celíaca, celiaco, celiaca, gluten, lactosa, diabético, diabética, diabetes, asma, daltónico, disléxico, migrañas, embarazada, operado, operada, cumpleaños, nací, nacido, nacida, aniversario, vivo en, vivimos, me mudé, nos mudamos, soy de, zona horaria, huso, dirección, zurdo, zurda, años, trabajo en|para|de|como, no como|comemos|bebo|tomo, guardería, colegio, cole, matrícula, lengua materna, jubilado, jubilada",
    pt: "alérgico, alérgica, alergia, intolerante, intolerância, vegano, vegana, vegetariano, vegetariana, celíaco, celíaca, glúten, lactose, diabético, diabética, diabetes, asma, daltônico, disléxico, enxaqueca, grávida, operado, operada, aniversário, nasci, nascido, nascida, moro em|no|na, moramos, mudei, nos mudamos, sou de, fuso, endereço, canhoto, canhota, anos, trabalho na|no|em|para|como, não como|bebo|tomo, creche, escola, placa, língua materna, aposentado",
    it: "allergico, allergica, allergia, intollerante, intolleranza, vegano, vegana, vegetariano, vegetariana, celiaco, celiaca, celiachia, glutine, lattosio, diabetico, diabetica, diabete, asma, daltonico, dislessico, emicrania, incinta, operato, operata, compleanno, nato il|a|nel, nata il|a|nel, anniversario, abito, abitiamo, vivo a|in, viviamo, trasferito, trasferita, sono di, fuso, indirizzo, mancino, mancina, anni, lavoro in|a|per|come|da, non mangio|bevo, asilo, scuola, targa, madrelingua, in pensione",
    pl: "alergia, alergie, alergii, alergik, alergiczka, uczulony, uczulona, uczulenie, uczulenia, nietolerancja, nietolerancje, nietolerancji, weganin, weganka, weganinem, weganie, weganski, wegetarianin, wegetarianka, wegetarianinem, celiakia, celiakie, bezglutenowo, gluten, glutenu, laktoza, laktozy, orzechy, orzeszki, orzechow, skorupiaki, cukrzyca, cukrzyce, cukrzycy, cukrzyk, astma, astme, astmy, astmatyk, daltonista, daltonistka, dyslektyk, dysleksja, dysleksje, adhd, autyzm, spektrum, migreny, migrene, migrena, w ciazy, insulina, insuline, insuliny, cisnienie, nadcisnienie, operacja, operacje, operacji, zabieg, urodziny, urodzin, imieniny, urodzony, urodzona, urodzilem, urodzilam, urodzil sie, urodzila sie, rocznica, rocznice, rocznicy, mieszkam, mieszkamy, mieszka, przeprowadzilem|przeprowadzilam|przeprowadzilismy|przeprowadzamy|przeprowadzam sie, jestem|pochodze z, strefa czasowa, strefe czasowa, strefie czasowej, adres domowy, paszport, leworeczny, leworeczna, ma|mam|skonczyl|skonczyla|konczy ~ lat|lata|latek, ^pracuje w|na|dla|jako|od|zdalnie|nocami|z, pracuje zdalnie|jako|nocami|w nocy|na zmiany|z domu, nie jem, nie pije, nie jezdze, nie latam, dojezdzam, przedszkole, przedszkola, przedszkolu, zlobek, zlobka, zlobku, szkola, szkole, szkoly, rejestracja auta, numer rejestracyjny, grupa krwi, jezyk ojczysty, jezykiem ojczystym, dzien wolny, na emeryturze, emerytura, bezsennosc, depresja, depresje",
    ru: "аллергия, аллергии, аллергию, аллергик, непереносимость, веган, вегетарианец, вегетарианка, глютен, глютена, лактоза, лактозы, диабет, диабетик, астма, дальтоник, дислексия, мигрень, беременна, давление, день рождения, дня рождения, родился, родилась, годовщина, живу, живём, живем, переехал, переехала, переехали, часовой пояс, часовом поясе, адрес, левша, лет, работаю в|на|из, не ем, не пью, детский сад, школа, школе, родной язык, на пенсии",
    zh: "过敏, 不耐受, 吃素, 素食, 忌口, 麸质, 乳糖, 糖尿病, 哮喘, 色盲, 阅读障碍, 偏头痛, 怀孕, 高血压, 生日, 出生, 纪念日, 我住, 我家住, 我们住, 搬到, 搬家, 老家, 时区, 地址, 左撇子, 我今年, 岁, 上班, 在~工作, 不吃, 不喝, 不能吃, 幼儿园, 小学, 车牌, 护照, 身份证, 母语, 退休",
    ja: "アレルギー, 不耐症, ベジタリアン, ヴィーガン, ビーガン, グルテン, 乳糖, 糖尿病, 喘息, 色覚, 色弱, 失読症, 片頭痛, 妊娠, 血圧, 誕生日, 生まれ, 記念日, 住んで, 引っ越し, 引越し, 出身, タイムゾーン, 住所, 左利き, 歳, 勤めて, 勤務, 在宅, 食べられない, 食べられません, 飲めない, 飲めません, 保育園, 幼稚園, 小学校, 母国語, 定年",
    ko: "알레르기, 알러지, 못 먹, 채식, 비건, 글루텐, 유당, 당뇨, 천식, 색맹, 색약, 난독증, 편두통, 임신, 혈압, 생일, 태어났, 기념일, 살아, 살고, 이사했, 이사 왔, 출신, 시간대, 주소, 왼손잡이, 살이야, 살입니다, 다녀, 다니고, 근무, 재택, 안 먹, 어린이집, 유치원, 학교, 모국어, 여권",
  },
  /** It says why. */
  reason: {
    en: "because, cause, cuz, bc, since|as it|we|they|the|our|my|i, so that, that s why, due to, for that reason, the reason",
    de: "weil, denn, da|damit wir|ich|es|sie|das|die|der, wegen, deshalb, deswegen, sonst",
    fr: "parce que, parce qu, car, puisque, vu que, à cause, du coup, sinon, pour que",
    es: "porque, xq, pq, ya que, puesto que, dado que, por eso, así que, si no, para que",
    pt: "porque, pq, já que, por causa, por isso, senão, pra que, para que",
    it: "perché, perche, xké, siccome, dato che, visto che, così che, altrimenti, sennò, per via",
    pl: "bo, poniewaz, gdyz, dlatego, dlatego ze, z powodu, przez to ze, zeby, aby, stad, wiec, skoro, jako ze, inaczej, w zwiazku z tym, z tego powodu",
    ru: "потому что, так как, поскольку, из за, поэтому, а то, чтобы, иначе",
    zh: "因为, 由于, 主要是, 毕竟, 不然, 否则, 省得, 免得, 所以",
    ja: "ので, から, ため, という理由, おかげで, さもないと",
    ko: "니까, 때문, 어서, 아서, 해서, 라서, 이라, 거든, 안 그러면",
  },
  /** The person has had enough of what the agent did before. */
  fedUp: {
    en: "^stop *ing, ^quit *ing, please stop|quit *ing, for the love of, how many times, again and again, last time you, you keep *ing, you keep on, happen again, happened again, second|third|fourth time, twice already|now, one more time, enough of|with, i m tired|sick of, once and for all, do i have to, you always|constantly|again, every single time, i keep having to, i keep telling, told you, ever again",
    de: "hör auf|endlich|bitte, hört auf, schon wieder, letztes mal, das letzte mal, zum * mal, zum wiederholten, wie oft, nicht noch mal|einmal, nochmal passieren, wieder vorkommen, noch mal vorkommen, genug von, ein für alle mal, ständig, dauernd, ich hab dir|es, endlich",
    fr: "arrête de|d, arrêtez de|d, cesse de|d, la dernière fois, encore une fois tu, combien de fois, une bonne fois, marre, ras le bol, plus jamais ça, se reproduire, se reproduise, sans arrêt, je t ai dit, tu continues",
    es: "deja|dejá|dejen de, para|pará ya|de, la última vez, otra vez, cuántas veces, cuantas veces, de una vez, harto|harta de, estoy harto|harta, volver a pasar, vuelva a pasar, se repita, siempre haces, te dije, ya te",
    pt: "para|pare de, da última vez, na última vez, de novo, quantas vezes, de uma vez, cansei, cansado|cansada de, acontecer de novo, se repetir, se repita, vive *ando, já te",
    it: "smetti|smettila|smettetela di, basta *are|*ere|*ire, basta con, l ultima volta, un altra volta, quante volte, una volta per tutte, stufo|stufa, succedere di nuovo, ricapitare, più succedere, ti ho detto, continui a",
    pl: "^przestan, przestan, przestancie, skoncz z, dosc, dosyc, mam dosc|dosyc, mamy dosc|dosyc, ile razy, ile mozna, ile jeszcze, znowu, znow, po raz kolejny|drugi|trzeci|setny|ktorys|enty, kolejny raz, jeszcze raz to, ostatnim razem, poprzednim razem, w kolko, raz na zawsze, w koncu, wreszcie, na litosc boska, blagam, ciagle, wciaz to samo, za kazdym razem musze, musze powtarzac|przypominac|poprawiac, powtarzam, sto razy, setny raz, juz ci mowilem|mowilam, mowilem|mowilam ci, zeby sie nie powtorzylo, sie powtorzy, wiecej tak nie, nigdy wiecej tak, mam po dziurki w nosie, szlag mnie",
    ru: "хватит, перестань, прекрати, в прошлый раз, прошлый раз, сколько раз, опять, снова ты, надоело, раз и навсегда, больше не повтор, повториться, повторилось, я же, уже в * раз, я тебе",
    zh: "别再, 不要再, 上次你, 又直接, 又给我, 你又, 怎么又, 几次了, 多少次, 第二次, 第三次, 老是, 总是给我, 受够, 再发生, 跟你说过, 强调过",
    ja: "やめて, 前回, この前, また勝手, 何度も, 何回, いい加減, 毎回毎回, 二度と, うんざり, 再発",
    ko: "그만, 지난번, 저번에, 몇 번, 또 다시, 또 그, 제발, 다시는, 지겨, 자꾸, 계속",
  },
  /** How those do it whom the person belongs to. */
  group: {
    en: "we re|are not supposed|allowed|meant to, we should|must|have to|need to always|never, around here, over here, in|on our team|company|org|house|side|end, at our company|shop|office, at work we, we re|are a|an * shop|team|company|house, we re|are a|an * * shop|team|company|house, our convention|conventions|policy|standard|standards|rule|stack|workflow|process|style|setup|deploy|deploys|releases|sprint|sprints|standup|oncall|cluster|customers|users|clients|tenants|tenant|biggest, house rule|style, by convention, we ve|have|had always, in|for|of our repo|codebase|project|monorepo|team|org, in this repo|codebase|monorepo we, the way we, in this house, we tend to, everyone on",
    de: "bei uns, unser team|stack|standard|vorgehen|deployment|cluster, unsere konvention|konventionen|regel|regeln|kunden|releases|deploys, wir machen|haben|sind|schreiben|deployen|releasen|arbeiten|benennen|taggen|testen|reviewen, in diesem|unserem repo|projekt|team|haus, hausregel, wie üblich bei, hier im projekt|team|repo|haus",
    fr: "chez nous, dans notre équipe|boîte|projet|dépôt|repo, notre équipe|stack|convention|politique|règle|process|prod|cluster, nos conventions|règles|releases|clients, on met|écrit|déploie|livre|code|nomme|bosse ~ en|sur|avec|dans|le|la|les, de notre côté, ici on|c est",
    es: "aquí|acá nosotros|usamos|trabajamos|hacemos, aquí|acá no, en nuestro|nuestra equipo|empresa|repo|proyecto|casa, nuestro stack|equipo|proceso|estándar|cluster, nuestra convención|política|regla, nuestros clientes|despliegues, nosotros usamos|hacemos|desplegamos, en el equipo|trabajo|curro, por convención, se firma|hace|despliega todo",
    pt: "aqui a gente, aqui nós, aqui no|na time|equipe|empresa|projeto|repo, a gente usa|faz|escreve|sobe|deploya|trabalha, no nosso|nossa time|equipe|projeto, nosso time|padrão|stack|processo, nossa convenção|regra|política, por convenção, por aqui",
    it: "da noi, qui da noi, qui si|usiamo, nel nostro team|progetto|repo, nella nostra azienda|squadra, il nostro standard|stack|processo|team, la nostra convenzione|regola|prassi, i nostri clienti|rilasci, per convenzione, noi usiamo|facciamo|scriviamo",
    pl: "u nas, u nas sie, u nas w, w naszym|naszej zespole|firmie|projekcie|repo|kodzie|domu|rodzinie|ekipie, w zespole, w firmie, w ekipie, nasz zespol|stack|standard|proces|workflow|klaster|styl|deploy|deployment|sprint, nasza konwencja|zasada|firma|rodzina|baza|produkcja, nasze konwencje|zasady|release|wydania|reguly, nasi klienci|uzytkownicy, konwencja jest, konwencja, zgodnie z konwencja, przyjelo sie, przyjelismy, mamy taka|zasade|zwyczaj|umowe|konwencje, mamy w zespole|firmie, zwykle robimy|piszemy|dajemy|mamy, piszemy|robimy|wdrazamy|deployujemy|wydajemy|commitujemy|nazywamy|tagujemy|testujemy|trzymamy|hostujemy|uzywamy|korzystamy ~ po|w|na|z|do|przez, kazdy w zespole, wszyscy w zespole",
    ru: "у нас, у нас в, в нашей команде|компании, в нашем проекте|репозитории, наш стек|стандарт|процесс|кластер, наше правило, наши клиенты|релизы, мы пишем|делаем|катим|деплоим|используем|работаем|храним|называем, по договорённости, принято",
    zh: "我们这边, 我们这里, 我们这儿, 咱们这, 我们团队, 我们组, 我们公司, 我们项目, 我们都, 我们一般, 我们是, 我们的规范, 我们统一, 这边统一, 团队约定, 这边都, 公司规定, 约定俗成",
    ja: "うちは, うちでは, うちの, 弊社, 当社, 社内, チームでは, チームの, このプロジェクトでは, このリポジトリでは, 我々は, 私たちは, 当チーム, 現場では, 運用では",
    ko: "우리는, 우리 팀, 저희는, 저희 팀, 우리 회사, 저희 회사, 우리 프로젝트, 여기서는, 이 레포는, 사내, 팀 컨벤션",
  },
  /** A discussion came to its end. */
  ended: {
    en: "* it is, ended up with|going|choosing|picking|using|keeping, we re|are going with|to|for, we re|are staying with|on, we re|are sticking with|to, we re|are dropping|killing|sunsetting|moving|switching|keeping|standardizing|migrating|retiring, we|i went with, we ll|will go|stay|stick with, going|staying|sticking with, signed off, final decision, it s final, for good, that s where * stay|stays, landed on, locked in, after * discussion|debate|week|weeks|days, we picked|opted|dropped|killed|moved|kept|ruled|standardized, team|board|legal|client|boss|management decided|agreed|chose|picked|approved, is off the table, is settled, won the|out",
    de: "wir bleiben bei, bleiben wir bei, wir gehen mit|zu|auf, wir nehmen|behalten|streichen|steigen|wechseln|migrieren, nehmen wir, am ende|letztlich|schließlich haben|wird|ist|nehmen, ist durch, ist gesetzt, steht fest, fix, fiel auf, fällt auf, nach langem|langer, abgesegnet, endgültig, wird es|s, machen wir, haben uns für|gegen|auf",
    fr: "on reste sur|avec|en, on part sur|avec, on garde, on abandonne, on laisse tomber, on passe à|sur|en, on a choisi|tranché|retenu|opté|gardé|abandonné|laissé, finalement on|nous, au final, après * discussion|débat|semaines, c est tranché|acté|validé, ce sera, on s est mis d accord, l équipe a",
    es: "nos quedamos con, nos vamos con|a, vamos con|a, seguimos con, al final|finalmente vamos|nos|elegimos|optamos|usamos, quedamos en|con, optamos por, elegimos, descartamos, dejamos, cerramos, está decidido|cerrado|aprobado, acordamos, el equipo decidió|acordó|eligió, después de * vueltas|reunión|discusión, le dimos mil",
    pt: "ficamos com, vamos ficar|seguir com|de, vamos de|com, no fim|final das contas|ficamos|vamos|escolhemos, fechamos|fechado com|em, escolhemos, optamos por, batemos o martelo, descartamos, largamos, está decidido, ficou decidido|definido|combinado, combinamos, o time decidiu|escolheu",
    it: "teniamo, restiamo su|con, andiamo con|su, rimaniamo su|con, alla fine|infine teniamo|usiamo|abbiamo|andiamo|scegliamo, abbiamo scelto|optato|scartato|concordato|stabilito, abbandoniamo, passiamo a, è deciso, si va con|di, il team ha, dopo lunga|lunghe|tanto",
    pl: "zostajemy przy|na|z, idziemy w|z|na, bierzemy, przechodzimy na, rezygnujemy z, rezygnujemy, wycofujemy sie z, wygaszamy, porzucamy, migrujemy na|do, przenosimy sie na|do, wyrzucamy, stanelo na, padlo na, wybor padl, klamka zapadla, koniec koncow, ostatecznie, finalnie, w koncu wybralismy|bierzemy|zostajemy|zdecydowalismy, po * dyskusji|dyskusjach|tygodniach|naradzie|debacie|rozmowach, wybralismy, ustalilismy, uzgodnilismy, dogadalismy, odpuscilismy, porzucilismy, zrezygnowalismy, przyjelismy, zatwierdzone, zatwierdzony, zatwierdzona, przyklepane, przyklepany, zaklepane, zespol|zarzad|klient|szef|szefowa zdecydowal|zdecydowala|zatwierdzil|zatwierdzila|wybral|wybrala, odpada, wygral, wygrala, wygralo, wygrywa, przesadzone, definitywnie",
    ru: "остаёмся на|с, остаемся на|с, решили остаться|взять|перейти|использовать|оставить|делать, решили, в итоге|итоге, берём, берем, переходим на, отказались|отказываемся от, выбрали, договорились, утвердили, остановились на, после долг",
    zh: "定下来, 最后定, 最终选, 最后选, 最后决定, 最终决定, 就用, 还是用, 选了, 拍板, 敲定, 商量好, 讨论完, 确定用, 结论是, 放弃了, 不考虑",
    ja: "で行くことに, でいくことに, ことになりました, ことになった, ことにしました, ことにした, 結局, 最終的に, に決定, 採用しま, 見送り, 合意, で確定, で進める",
    ko: "기로 했, 결국, 최종적으로, 로 결정, 로 정했, 확정, 가기로, 쓰기로, 유지하기로, 안 쓰기로, 합의",
  },
  /** What the agent does to the person: asks, shows, tells, goes ahead. */
  manners: {
    en: "ask|check|confirm|consult|run with|by me, ask me, ask|asked first|before, tell|warn|ping|notify me, show me ~ before|first, me ~ plan|diff|outline|draft, the plan|diff first, plan before, before you|coding|touching|changing|deleting|rewriting|committing|pushing|merging, your answers|replies|responses|messages|explanations|summaries|recaps, each|every answer|reply|response|message, recap, recaps, follow up questions, apologies, apologizing, emojis, emoji, bullet points, bullets, paragraphs, to the point, keep it short|brief, no fluff, walls of text, me for|first, my ok|okay|go ahead|approval|permission|sign off|green light, checking with me, asking me, without asking|checking|telling|me, when you answer|reply|explain|talk, explain ~ like|as if, talk to me, call me, one step|question at a time",
    de: "frag mich|erst|vorher|nach, mich ~ fragen|fragst|gefragt, sag mir|bescheid, zeig mir ~ plan|erst|vorher, den plan, erst ~ plan|fragen|zeigen, bevor du, deine antworten|erklärungen|zusammenfassungen, jeder|jede antwort, nach jeder antwort, zusammenfassung am, emojis, stichpunkte, fass dich kurz, kürzer, ohne ~ zu fragen, ohne mein ok|okay|go|einverständnis|freigabe, mein ok|okay|go|freigabe, absprechen, abstimmen, duz|duze|siez|sieze mich, nenn mich, folgefragen, rückfrage, rücksprache",
    fr: "demande moi|d abord|avant, me demander|prévenir|montrer, préviens moi|avant, montre moi ~ plan|avant|d abord, le plan avant|d abord, avant de toucher|modifier|coder|supprimer|pousser|commiter, avant que tu, tes réponses|explications|résumés, chaque réponse, sans me|mon, mon accord|feu vert|aval|ok|validation, résumé à la fin, puces, va droit au but, plus court, sois bref, tutoie|vouvoie moi, appelle moi, des émojis",
    es: "pregúntame|preguntame|avísame|avisame|consúltame|consultame, me preguntes|avises|consultes|muestres|enseñes, muéstrame|enséñame|mostrame ~ plan|antes|primero, el plan antes|primero, antes de tocar|cambiar|borrar|codificar|empezar|hacer|subir, tus respuestas|explicaciones, cada respuesta, sin mi|preguntarme|avisarme|consultarme, mi visto bueno|ok|permiso|aprobación, al grano, más corto, sé breve, tutéame, llámame, cuando te pregunte, emojis",
    pt: "me pergunta|pergunte|avisa|avise|mostra|mostre|consulta, pergunta|avisa antes, o plano antes|primeiro, mostrasse|mostrar|mostra ~ plano|antes, antes de mexer|alterar|apagar|subir|codar|começar, suas|tuas respostas, cada resposta, sem eu|me|meu, meu ok|aval|consentimento, direto ao ponto, mais curto, seja breve, me chama|chame, quando eu perguntar",
    it: "chiedimi|avvisami|avvertimi|mostrami|dimmi ~ prima|piano, prima di toccare|modificare|cancellare|scrivere|iniziare|pushare|committare, il piano prima, le tue risposte, ogni risposta, senza il|la mio|mia, senza chiedere|avvisare|dirmi, mio ok|consenso|permesso, al sodo, al punto, più corto|breve, dammi del, chiamami, quando ti chiedo",
    pl: "pytaj|zapytaj|spytaj|uprzedzaj|uprzedz|informuj|ostrzegaj mnie|najpierw|zawsze|przed|zanim|wczesniej, najpierw zapytaj|pytaj|spytaj|pokaz|zaproponuj|przedstaw|plan|uzgodnij, pytac|zapytac|pytal|pytala|zapytal|zapytala ~ mnie|najpierw|zanim, pokazuj|pokaz ~ plan|diff|diffa|najpierw|zanim, plan|diff najpierw|przed, zanim cokolwiek|zaczniesz|zmienisz|ruszysz|usuniesz|skasujesz|napiszesz|zacommitujesz|wypchniesz|przepiszesz|zrobisz|dotkniesz, twoje|twoich odpowiedzi|wyjasnienia|wyjasnien|wiadomosci|podsumowania|podsumowan, kazda|kazdej|kazde odpowiedz|odpowiedzi, w odpowiedziach, podsumowania|podsumowan|podsumowanie na, podsumowan, emoji, emotek, emotki, emotikon, punktach, wypunktowan, przepraszaj, przepraszania, przeprosin, do rzeczy, krocej, krotko, zwiezle, lania wody, lej wody, sciany|scian tekstu, bez mojego|mojej, bez pytania, moje|mojego ok|zgody|pozwolenia, moja|mojej zgoda|zgody|akceptacja|akceptacji, zielone swiatlo, jak odpowiadasz|tlumaczysz|wyjasniasz|piszesz, gdy|kiedy odpowiadasz|tlumaczysz|wyjasniasz|piszesz, tlumacz|wyjasniaj ~ jak|krok|prosto, mow do mnie, mow mi, zwracaj sie, jedno pytanie naraz, po jednym pytaniu|kroku, krok po kroku, dopytuj, dopytuj mnie, pytan na koniec, na ty",
    ru: "спрашивай|спроси|предупреждай|показывай|покажи ~ меня|сначала|перед|план, сначала ~ план|спроси|покажи|показывал|показывала|спрашивал|спрашивай, перед тем как, прежде чем, твои ответы, каждый ответ, в каждом ответе, без моего, без спроса|вопросов, моё|мое одобрение|согласие|разрешение, короче, покороче, по делу, обращайся, называй|зови меня, когда я спрашиваю, эмодзи, смайлики",
    zh: "先问我, 问过我, 先给我看, 先跟我, 给我看方案, 看看方案, 方案先, 先说计划, 给我共享, 向我汇报, 之前必须先, 改代码之前, 动手之前, 动~之前, 你的回答, 每次回答, 回答~简, 总结, 别废话, 直接说重点, 简短, 没问我, 经我, 我确认, 我同意, 叫我, 用~回答, 表情",
    ja: "先に確認, 一度確認, 確認して, 聞いてから, 聞いて, 相談して, 計画を見, 計画を出, プランを見, 見せて, 変更の前, 着手する前, 始める前, 返事は, 回答は, 返答, 答えは, 要約, 箇条書き, 簡潔に, 短く, 許可, 承認, 呼んで, 敬語, タメ口, 絵文字",
    ko: "먼저 물어, 물어보고, 먼저 확인, 확인받, 먼저 보여, 계획부터, 계획을 보여, 하기 전에, 수정하기 전, 대답은, 답변은, 답변, 설명은, 요약, 짧게, 간결, 허락, 승인, 불러, 반말, 존댓말, 이모지, 말하라, 묻지",
  },
  /** Parts of what people build for others to see. */
  display: {
    en: "button|buttons, page|pages, screen|screens, column|columns, row|rows, form|forms, field|fields, input|inputs, menu|menus, modal|modals, dialog|dialogs, popup|popups, table, tab|tabs, sidebar, navbar, header, footer, icon|icons, card|cards, banner, dropdown, checkbox, toggle, tooltip, toast, layout, background, hover, click|clicks|clicking|clicked, user|users, player|players, login page, dashboard, widget|widgets, image|images, text box, cart, logo, animation, scrollbar, filter|filters, chart|charts, label|labels, list of, the list, placeholder, thumbnail, map, game, level, enemy",
    de: "button|buttons|knopf|knöpfe, seite|seiten, bildschirm, spalte|spalten, zeile|zeilen, formular|formulare, feld|felder, eingabefeld, menü|menüs, fenster, dialog, popup, tabelle, reiter, seitenleiste, kopfzeile, fußzeile, icon|icons|symbol, karte|karten, banner, auswahl, hintergrund, klick|klickt|klicken|anklickt, benutzer|nutzer|spieler, startseite, übersicht, bild|bilder, warenkorb, logo, animation, filter, diagramm, liste",
    fr: "bouton|boutons, page|pages, écran|écrans, colonne|colonnes, ligne|lignes, formulaire|formulaires, champ|champs, menu|menus, sous menu, fenêtre|fenêtres, modale, popup, tableau, onglet|onglets, barre, en tête, pied de page, icône|icônes|icone|icones, carte|cartes, bannière, liste, fond, clic|clique|cliquer|clique, utilisateur|utilisateurs, joueur|joueurs, accueil, image|images, panier, logo, animation, filtre|filtres, nœud|noeud|nœuds|noeuds, graphique, zone, couleur|couleurs, affiche|affichent|afficher|affichage, survol",
    es: "botón|boton|botones, página|pagina|páginas|paginas, pantalla|pantallas, columna|columnas, fila|filas, formulario|formularios, campo|campos, menú|menu|menús, ventana|ventanas, modal|modales, popup, tabla|tablas, pestaña|pestañas, barra, cabecera, pie, icono|ícono|iconos|íconos, tarjeta|tarjetas, banner, listado|lista|listas, fondo, clic|click|clickeo|hago clic, usuario|usuarios, jugador|jugadores, inicio, imagen|imágenes|imagenes, carrito, logo, animación, filtro|filtros, gráfico, grilla, color|colores, muestre|muestra|mostrar|muestran, pedido|pedidos, factura|facturas, cliente|clientes, articulo|artículo|articulos|artículos, screenshot",
    pt: "botão|botao|botões|botoes, página|pagina|páginas, tela|telas, coluna|colunas, linha|linhas, formulário|formulario, campo|campos, menu|menus, janela|janelas, modal|modais, popup, tabela|tabelas, aba|abas, barra, cabeçalho, rodapé, ícone|icone|ícones, cartão|card|cards, banner, lista|listas, fundo, clicar|clico|clica|clique, usuário|usuario|usuários, jogador, inicial, imagem|imagens, carrinho, logo, animação, filtro|filtros, gráfico, cor|cores, mostrar|mostra|aparece|aparecer, pedido|pedidos, cliente|clientes",
    it: "pulsante|pulsanti|bottone|bottoni, pagina|pagine, schermata|schermate|schermo, colonna|colonne, riga|righe, form|modulo, campo|campi, menu|menù, finestra|finestre, modale|modali, popup, tabella|tabelle, scheda|schede, barra, intestazione, icona|icone, card, banner, lista|elenco, sfondo, clic|click|clicco|clicca|cliccare, utente|utenti, giocatore, home, immagine|immagini, carrello, logo, animazione, filtro|filtri, grafico, colore|colori, mostra|mostrare|appare, ordine|ordini, cliente|clienti, componente",
    pl: "przycisk|przyciski|przycisku|przyciskow|guzik|guziki|button, strona|strone|strony|stronie|podstrona|podstronie, ekran|ekranu|ekranie|ekrany, kolumna|kolumny|kolumne|kolumnie, wiersz|wiersze|wiersza|wierszu|wierszy, formularz|formularza|formularzu|formularze, pole|pola|polu|polach, menu, okno|okna|oknie|okienko|modal|modala|modalu|popup|popupu|dialog, tabela|tabele|tabeli|tabelka|tabelce, zakladka|zakladki|zakladke|zakladce, pasek|paska|pasku, naglowek|naglowka|naglowku, stopka|stopki|stopke|stopce, ikona|ikony|ikone|ikonka|ikonke|ikonki, karta|karty|karte|kafelek|kafelki, baner|banner|banera, lista|liste|liscie|listy, tlo|tla|tle, klik|kliknieciu|klikniecie|klikam|klikne|kliknac|kliknalem|kliknelam|najechaniu, uzytkownik|uzytkownika|uzytkownicy|uzytkownikow|uzytkownikowi|gracz|gracza|gracze, logowania|logowaniu|rejestracji, panel|panelu|panelem|dashboard|dashboardzie|widget, obraz|obrazek|obrazka|obrazki|zdjecie|zdjecia, koszyk|koszyka|koszyku, logo, animacja|animacje|animacji, filtr|filtry|filtra|filtrow, wykres|wykresy|wykresu|wykresie, etykieta|etykiety|etykiete, mapa|mape|mapie, gra|gre|grze, poziom|poziomu, przeciwnik|przeciwnika, wyswietla|wyswietlac|wyswietlaj|wyswietlanie, rozwijana|rozwijanej|rozwijane",
    ru: "кнопка|кнопки|кнопку|кнопке, страница|страницы|страницу|странице, экран|экране|экраны, колонка|колонки|колонку|столбец, строка|строки|строку, форма|формы|форме|форму, поле|поля, меню, окно|окна|модалка|модальное, таблица|таблицы|таблице, вкладка|вкладки|вкладке, панель, шапка|шапке, иконка|иконки|иконку, карточка|карточки|карточке, баннер, список|списке, фон, клик|клике|кликнуть|нажатии|нажимаю|нажать, пользователь|пользователя|пользователи|пользователю, главная|главной, картинка|картинки|картинку, корзина|корзине|корзину, логотип, анимация, фильтр|фильтры, цвет, отображаться|отображается|показывать|показывается|компонент, заказ|заказа|заказы|товар|товары",
    zh: "按钮, 页面, 界面, 屏幕, 每列, 一列, 每行, 一行, 表单, 字段, 输入框, 菜单, 弹窗, 弹框, 表格, 标签页, 侧边栏, 导航, 顶部, 底部, 图标, 卡片, 轮播, 下拉, 背景, 点击, 用户, 玩家, 首页, 图片, 购物车, 动画, 筛选, 图表, 列表, 颜色, 显示, 板块, 后台, 前端, 布局, 功能, 客户, 订单, 游戏",
    ja: "ボタン, ページ, 画面, カラム, 列目, 各列, 行目, 各行, フォーム, フィールド, 入力欄, メニュー, モーダル, ダイアログ, ポップアップ, テーブル, タブ, サイドバー, ヘッダー, フッター, アイコン, カード, バナー, ドロップダウン, 背景, クリック, ユーザー, プレイヤー, トップページ, 画像, カート, ロゴ, アニメーション, フィルター, グラフ, 一覧, 表示, レイアウト, マップ, ゲーム",
    ko: "버튼, 페이지, 화면, 컬럼, 열을, 행을, 행에, 폼, 필드, 입력창, 메뉴, 모달, 팝업, 표를, 표에, 테이블, 탭, 사이드바, 헤더, 푸터, 아이콘, 카드, 배너, 드롭다운, 배경, 클릭, 사용자, 유저, 플레이어, 메인, 이미지, 장바구니, 로고, 애니메이션, 필터, 차트, 목록, 리스트, 표시, 레이아웃, 게임",
  },
  /** What does not work yet, or was seen to. */
  broken: {
    en: "tests|build|ci|job|run are|is|has|have finished|done|complete|running, still|keeps|keep failing|fail|fails|failed|broken|crashing, tests|build|ci fails|fail|failed, does not|do not|did not work|show|appear|load|open|update|save|display|render|match|fit|connect|see|get|pick|detect|respond|run|start|build|compile|recognize, not working|showing|loading|appearing|updating|saving|displayed|visible|found, can not see|open|find|access|click, nothing happens|happened|changed, is|are empty|missing|wrong|gone|cut|overlapping|too, disappears|disappeared, disappear, i get|got an|a|the, i see|saw, it says|shows|gives, crash|crashes|crashed, 404|500, undefined, null, nan, works now|fine, still the|not|shows, is incorrect, instead of showing, broke, broken",
    de: "tests|build sind|ist|laufen grün|rot|durch|fehlgeschlagen, funktioniert nicht|noch|immer, geht nicht, wird nicht|nichts angezeigt|geladen|gespeichert|aktualisiert, erscheint nicht|kein, ist leer|weg|falsch|kaputt, fehlt|fehlen, verschwindet, passiert nichts, ich sehe|bekomme|krieg|kriege, stürzt ab, fehlermeldung, hängt, lädt nicht, noch immer, sieht ~ aus, kaputt",
    fr: "tests|build sont|est passés|passé|ok|verts|rouges|cassés|cassé, tests passent|échouent, ne fonctionne|marche|s affiche|s ouvre|charge|apparaît pas|plus, fonctionne|marche|affiche|ouvre pas|plus, n apparaît|apparait|arrive|est pas|plus, rien ne, il manque|y a plus, a disparu, disparaît|disparait, est vide, j ai une|un erreur|message, je ne vois|peux|trouve pas|plus, je n arrive, pas à la bonne, plante, toujours pas, pas encore, dans la console",
    es: "tests|pruebas pasan|pasaron|fallan|fallaron|están, no funciona|anda|aparece|carga|abre|guarda|muestra|lee|sale|está|esta|se, no hay, no veo|puedo|encuentro|entiendo, sigue|siguen sin|apareciendo|igual|dando, falta|faltan, desapareció|desaparece|desaparecieron, está|esta vacío|vacio|mal|roto, me da|sale|tira|aparece, error|errores, se rompe|rompió|cuelga|cierra|desloguea, incorrecto|incorrectos, no tiene sentido, veo que, todavía|todavia no",
    pt: "testes passam|passaram|falham|falharam|estão, não funciona|aparece|carrega|abre|salva|mostra|está|esta|tem|consigo|vejo|encontro, nao funciona|aparece|carrega|abre|salva|mostra|está|esta|tem|consigo|vejo, sumiu|some, falta|faltando, está vazio|errado|quebrado, dá|deu|dando erro, erro|erros, quebrou|trava|travou, continua sem|igual|dando, ainda não, aparece um",
    it: "test passano|passati|falliscono|falliti, non funziona|funzionano|appare|compare|carica|apre|salva|mostra|vedo|riesco|trovo|succede|c è, manca|mancano, è sparito|sparita|vuoto|vuota|sbagliato|rotto, sparisce, mi dà|da errore, errore|errori, si blocca|chiude|rompe, ancora non, ricevo|ottengo",
    pl: "testy|build|ci przeszly|przechodza|padly|padaja|padl|leca|zielone|czerwone, nie dziala|dzialaja|dzialalo|wyswietla|pokazuje|laduje|otwiera|zapisuje|odswieza|widac|widze|moge|reaguje|pojawia|odpala|uruchamia|kompiluje|buduje|startuje|przechodzi|laczy|zgadza|znajduje, nic sie nie, dalej|nadal|wciaz|ciagle nie|to|jest|sie|ten|dziala, jest pusty|pusta|puste|zepsuty|zepsuta|zepsute|zle|za, brakuje, znika, zniknal, zniknela, zniknelo, zniknely, wywala, wywala sie, wywalilo, wywalil, wysypuje sie, wysypal sie, crashuje, pada, padl, padlo, zawiesza, zawiesil, blad|bledy|bledem|bledu|error, wyskakuje, wyrzuca, dostaje|mam|widze blad|bledy|error|komunikat|taki, 404|500, undefined, null, nan, zepsulo, zepsules, zepsulas, popsules, popsulo, rozjechalo, rozjezdza, w konsoli, juz dziala, zle dziala|wyswietla|liczy|pokazuje",
    ru: "тесты прошли|проходят|падают|упали, не работает|работают|открывается|отображается|показывает|грузится|загружается|сохраняется|видно|вижу|могу|найдено|появляется|приходит, ничего не, пропал|пропала|пропали|исчез|исчезает, пусто|пустой|пустая, ошибка|ошибки|ошибку|ошибке, выдаёт|выдает|пишет, сломалось|сломал|сломалась|падает|упал, всё ещё|все еще, до сих пор, не то",
    zh: "测试通过, 测试失败, 测试没过, 没有了, 不见了, 不显示, 显示不, 打不开, 没反应, 报错, 错误, 失败, 看不到, 找不到, 不能用, 无法, 空白, 不对, 还是没, 还是不, 没有变, 没变化, 卡住, 崩溃, 乱码, 怎么回事, 为什么",
    ja: "テストが通, テストが落, 動かない, 動きません, 表示されない, 表示されません, 出ない, 出ません, 開かない, 開けない, 反映されない, 反映されません, エラー, 失敗, 消えて, 消えた, 真っ白, おかしい, できない, できません, 見えない, 見えません, 落ちる, 固まる, まだ, ずれて",
    ko: "테스트 통과, 테스트 실패, 테스트가, 안 돼, 안돼, 안 되, 안됨, 안 보, 안 나와, 안 나, 안 열, 에러, 오류, 실패, 사라졌, 없어졌, 비어, 깨져, 깨짐, 멈춰, 이상해, 안 먹혀, 안 뜨, 여전히, 아직도",
  },
  /** It says itself at what day it is over. */
  until: {
    en: "until|till tomorrow|tonight|noon|eod|then|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday, until|till further notice, until|till the end|release|demo|launch|merge",
    de: "bis morgen|heute|dann|nächste|nächsten|nächster|ende|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag, bis zum nächsten|ende, bis auf weiteres",
    fr: "jusqu à demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|nouvel, jusqu au lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|bout",
    es: "hasta mañana|nuevo, hasta el lunes|martes|miércoles|jueves|viernes|sábado|domingo",
    pt: "até amanhã, até segunda|terça|quarta|quinta|sexta|sábado|domingo",
    it: "fino a domani|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica",
    pl: "do odwolania, do jutra",
    ru: "до завтра|понедельника|вторника|среды|четверга|пятницы|субботы|воскресенья",
    zh: "到明天, 到下周",
    ja: "明日まで, 来週まで",
    ko: "내일까지, 다음 주까지",
  },
  /** It is said of the one thing in hand. */
  thisOnce: {
    en: "for today, for|in the next answer|reply|message|response|email|mail, this time, just|only this|for once|now|today, this once, for|on|in|with this|that one, for this one time, for|on|in|with this email|mail|message|reply|answer|letter|post|tweet|draft|task|time|commit|pr|review|session|conversation|chat|round|exercise|call|meeting|interview|slide|poem|question|prompt|request|job|edit|change|step|ticket|paragraph|newsletter|essay|translation|chapter, for|on|in|with this cover letter, for this blog post",
    de: "für heute, für|in die|der nächste|nächsten antwort|nachricht|mail, in|für diesem|dieses kapitel|abschnitt, diesmal, dieses mal, nur dieses|diesmal|heute|jetzt|hierfür|dafür, ausnahmsweise, für|in|bei dieser|diese|dieses|diesem|diesen ~ mail|email|nachricht|antwort|brief|post|tweet|entwurf|aufgabe|commit|pr|review|sitzung|gespräch|chat|runde|übung|anruf|besprechung|interview|folie|gedicht|frage|anfrage|auftrag|änderung|schritt|ticket|absatz|rundbrief|aufsatz|übersetzung|text",
    fr: "pour aujourd hui, dans ce chapitre, pour la prochaine réponse, cette fois, cette fois ci, juste|seulement aujourd|maintenant, pour|dans|sur cet|ce|cette email|mail|courriel|message|réponse|lettre|post|tweet|brouillon|tâche|commit|pr|revue|session|conversation|exercice|appel|réunion|entretien|poème|question|demande|étape|ticket|paragraphe|traduction|texte, pour celui|celle ci",
    es: "por hoy, en este capítulo, esta vez, por esta vez, solo|sólo hoy|ahora, para|en este|esta correo|email|mail|mensaje|respuesta|carta|post|tuit|borrador|tarea|commit|pr|revisión|sesión|conversación|ejercicio|llamada|reunión|entrevista|poema|pregunta|petición|cambio|paso|ticket|párrafo|traducción|texto",
    pt: "desta vez, dessa vez, só|apenas hoje|agora, para|nesse|neste|nesta|nessa este|esta|esse|essa|email|mensagem|resposta|carta|post|tarefa|texto",
    it: "questa volta, stavolta, solo oggi|ora, per|in questa|questo email|mail|messaggio|risposta|lettera|post|bozza|compito|commit|pr|sessione|conversazione|esercizio|chiamata|riunione|intervista|poesia|domanda|richiesta|modifica|passo|paragrafo|traduzione|testo",
    pl: "na dzis|dzisiaj, w tym rozdziale, tym razem, tylko teraz|dzis|dzisiaj, na ten raz, w|do|dla|na tym|tego|tej|ten|te mailu|maila|mail|wiadomosci|wiadomosc|odpowiedzi|odpowiedz|listu|liscie|posta|poscie|zadania|zadaniu|commita|pr|sesji|rozmowy|rozmowie|cwiczenia|pytania|tekstu|tekscie|tlumaczenia|akapitu",
    ru: "в этот раз, на этот раз, только сейчас|сегодня, в|для этом|этого письме|письма|сообщении|сообщения|ответе|ответа|тексте|текста|задачи",
    zh: "这次, 这一次, 仅此一次, 就这一次, 这封邮件, 这封信, 这条消息, 这篇, 本次",
    ja: "今回だけ, 今回は, このメール, この返信, この手紙, この文章, このメッセージ",
    ko: "이번만, 이번에만, 이번에는, 이 메일, 이 메시지, 이 글에서",
  },
  /** A part is to be played, for this once where nothing says that it is from now on. */
  plays: {
    en: "^act as|like, ^pretend, ^roleplay|role, ^play the|a, you to act|play|pretend|behave as|like|to|the|a, you are now a|an|my, ^you are a|an",
    de: "^spiel|spiele ~ den|die|einen|eine, ^tu so als, ^verhalte|verhalt dich wie, du bist jetzt ein|eine|mein|meine",
    fr: "^joue le|un|une, ^agis|comporte comme, ^fais comme, tu es maintenant un|une|mon",
    es: "^actúa|actua como, ^haz de, ^finge, ahora eres un|una|mi",
    pt: "^aja|atue como, ^finja, agora você é um|uma",
    it: "^comportati|agisci come, ^fai finta, ^fingi, ora sei un|una",
    pl: "^zachowuj sie jak, ^wciel sie, ^udawaj, jestes teraz",
    ru: "^веди себя как, ^притворись, теперь ты",
    zh: "^扮演, ^充当, 你扮演, 你现在是",
    ja: "を演じて, になりきって, のふりを",
    ko: "역할을 해, 처럼 행동",
  },
  /** Alone in a sentence it asks to remember the one before. */
  calls: {
    en: "keep|bear that|this|it in mind, do not forget|lose that|this|it, don t forget that|this|it, ^save|store|note|memorize that|this|it to|down, ^note|memorize that|this|it, write that|this|it down",
    de: "bitte merken, merk s dir, merkt euch, merkt euch das, vergiss|vergesst das|es|dies nicht, vergiss|vergesst das|es|dies bitte nicht, behalt|behalte das, nicht vergessen, schreib|schreibe|notier|notiere|speicher|speichere dir|das|es auf, ^notier|notiere|speicher|speichere das|dir",
    fr: "souviens t en, rappelle t en, rappelle toi, ne l oublie pas, à ne pas oublier, note le|ça, notez le|ça",
    es: "recuérdalo, recuerdalo, recuerda eso|esto, apúntalo|apuntalo, apúntatelo|apuntatelo, anótalo|anotalo, tenlo en cuenta, téngalo en cuenta, no lo olvides, que no se te olvide, acuérdate|acordate de eso|esto",
    pt: "lembra|lembre disso, lembra|lembre se disso, anota|anote isso|aí, não esqueça|esquece disso",
    it: "ricordatelo, ricordalo, ricordati questo|di, segnatelo, segnalo, annotalo, tienilo a mente, non dimenticarlo, non scordarlo",
    pl: "zapisz to, zanotuj to, nie zapomnij o tym, nie zapomnij, pamietaj o tym",
    ru: "запиши это, не забудь, не забывай об этом, запомни|запомните это",
    zh: "记住了, 记好, 别忘了, 不要忘记",
    ja: "覚えておいてください, 忘れないでください, メモしてください",
    ko: "기억해 둬, 기억해 주세요, 잊지 마세요, 메모해 둬",
  },
};

/** What is often, and may tell how things are. */
export const often: RegExp =
  /(?:always|ever|never|immer|nie|niemals|toujours|jamais|siempre|nunca|jamás|sempre|mai|zawsze|nigdy|всегда|никогда)$/iu;

/** An order that begins with what says that it is for this once: “just for this task always use the prod db”. */
export const forThisOnce: RegExp =
  /^(?:(?:please|ok|okay|and|but|bitte|und|y|et|pero),? )?(?:(?:(?:just|only) )?(?:for|in) this (?:task|session|chat|conversation)(?=,? (?:always|never|only|please|just|do|don['’]t|answer|reply|talk|write|use|speak|keep|no)\s)|(?:just|only) (?:for )?(?:today|this (?:once|time))|(?:nur|bloß) (?:(?:für|in) )?(?:heute|diese (?:aufgabe|sitzung)|diese[ns] (?:chat|mal)|diesmal)|ausnahmsweise|(?:s[oó]lo|solamente) (?:por |para |en )?(?:hoy|esta (?:vez|tarea|sesi[oó]n))|(?:juste|seulement|uniquement) (?:pour )?(?:aujourd['’]hui|cette (?:fois|tâche|session))|solo (?:per )?(?:oggi|questa (?:volta|sessione))|só (?:hoje|desta vez|nesta (?:tarefa|sessão))|tylko (?:dzi[sś]|tym razem|w tej sesji)|только (?:сегодня|в этот раз))(?!,? (?:and|und|y|et|e|i|и) ),?\s/iu;

/** Something fails, and what stands behind it only tells when: “login is broken, always only on the second click”. */
export const symptom: RegExp =
  /(?:^|[.!?\n]\s{0,3})(?:(?!(?:if|when|whenever|once|what|whatever|that|until|unless|before|wenn|falls|sobald|was|bis|si|cuando|quand|se|quando|gdy|je[sś]li|kiedy|если|когда)\s)[\p{L}\d'’_/.-]{1,24} ){0,5}(?:(?:is|are|keeps being) broken|crashes|fails|freezes|hangs|(?:ist|sind) kaputt|crasht|hängt|stürzt ab|schlägt fehl|se (?:cae|cuelga|rompe)|falla|peta|plante|crashe|échoue|si blocca|crasha|quebra|trava|pada|wywala się|падает), (?:and )?(?:always|only|immer|nur|siempre|s[oó]lo|toujours|seulement|sempre|zawsze|tylko|всегда|только)(?: (?:only|just|nur|s[oó]lo|justo|juste|seulement|solo))? (?:on|after|at|nach|beim?|al|en|tras|despu[eé]s del?|apr[eè]s|au|à|dopo|alla?|po|przy|после)(?: (?:the|every|each|an?|der|dem|de[nr]|jede[mnr]|el|la|le|les|l|il))?(?: (?:first|second|third|last|other|\d+(?:st|nd|rd|th|\.)?|ersten|zweiten|dritten|letzten|primer|segund[oa]|tercer|[uú]ltim[oa]|premier|première|deuxième|second|seconde|troisième|dernier|dernière|prim[oa]|second[oa]|terz[oa]|drugim|pierwszym|trzecim|второго|второй|первого))? [\p{L}-]+[.!]?$/iu;

/** “Make sure to always use …”, “you should never commit …”: of what an agent does. “You should always see the toolbar” tells what a program is to do. */
export const ordersFor: RegExp =
  /^(?:please )?(?:(?:make|be) sure (?:to|that you|you) |you (?:should|must|need to|have to|ought to) )(?=(?:always|never) (?:ask|tell|run|use|commit|push|merge|deploy|test|check|verify|read|write|document|answer|reply|respond|format|lint|delete|touch|edit|modify|rebase|squash|install)\b(?!.*(?:\bhere\b|\bin this\b|\(\))))/i;

/** “Translate: …”, “the customer wrote me this: …”. */
export const handsOver: RegExp =
  /^\s{0,8}(?:(?:please|pls|bitte|por favor|prosz[eę]|(?:can|could) you(?: please)?|kannst du(?: bitte)?) )?(?:translate|proofread|rephrase|reword|summari[sz]e|(?:fix|correct|answer|reply to|rewrite|shorten) (?:this|the following)|übersetze?|korrigiere das|fasse? das zusammen|beantworte das|antworte darauf|traduis|corrige ça|résume ça|réponds à ça|traduce|corrige esto|resume esto|responde a esto|traduz|traduci|przetłumacz|przetlumacz|popraw to|streść|переведи|исправь это)(?: (?:this|that|it|the following|das|dies|folgendes|ça|ceci|esto|isto|questo|to)(?: [^\s:：]+)?| (?:in)?to [^\s:：]+| ins? [^\s:：]+| auf [^\s:：]+| en [^\s:：]+| na [^\s:：]+| al? [^\s:：]+){0,3}\s?[:：]\s/iu;
export const wroteThis: RegExp =
  /(?<!\p{L})(?:(?:wrote|writes|sent|emailed|texted) (?:me|us) (?:this|that|the following)|schr(?:ieb|eibt) (?:mir|uns) (?:das|dies|folgendes)|(?:hat|haben) (?:mir|uns) (?:das|dies|folgendes) geschrieben|m['’]a écrit (?:ça|ceci)|(?:me|nos) (?:escribió|ha escrito|mandó) esto|me (?:escreveu|mandou) isso|mi ha scritto questo|napisał[ao]? (?:mi|do mnie) (?:to|tak))\s?[,:.?!–—-][^.!?:\n]{0,80}[.!?:\s]\s{0,8}/iu;

/** “Dentist on 12 March at 9:30”: a day with its hour is over after it, but for what comes each year or week. */
export const isOfOneDay = (text: string): boolean => clock.test(text) && date.test(text) && !again.test(text);
const clock = /(?<!\d)\d?\d[:h][0-5]\d(?!\d)|\d ?(?:[ap]m|uhr|h)(?!\p{L})/iu;
const date =
  /(?<![\p{L}\d])\d{1,2}(?:st|nd|rd|th|\.)?,? (?:of |de |d['’])?(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|mag|jun|jui|giu|jul|lug|aug|aoû|ago|sep|set|oct|okt|ott|out|nov|dec|dez|déc|dic|sty|lut|kwi|maj|cze|lip|sie|wrz|paź|lis|gru|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)\p{L}*|(?<!\p{L})(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* \d{1,2}(?!\d)|(?<!\d)\d{1,2}[./]\d{1,2}\.(?:\d{2,4})?(?!\d)|\d{1,2}月\d{1,2}[日号]/iu;
const again = /(?<!\p{L})(?:every|each|always|birthday|born|jede|geburtstag|chaque|cada|ogni|każd|кажд)|[每毎]/iu;
