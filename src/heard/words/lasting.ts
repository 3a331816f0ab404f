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
    en: "^always, ^never, ^do not ever, ^every time, should|must|shall|please|to|do|we|team always|never, should|must|shall|will|may also|still|please always|never, we will always|never, ^for|in|with ~ i want, ^for|in|with|on ~ always|never, from now on, going forward, from here on, ^after|before every|each, always show ~ i ask|request|say, as a rule, under no circumstances",
    de: "^immer, ^nie, ^niemals, ^grundsätzlich, muss|müssen|soll|sollen|wir|bitte|du immer|nie|niemals, wird|werden ~ immer|nie|niemals, ^für|bei|in ~ immer|nie|niemals, ab jetzt, ab sofort, ab heute, von jetzt an, künftig, in zukunft, ^nach|vor jedem|jeder, auf keinen fall",
    fr: "^jamais, ^ne jamais, ^toujours *er|*ir|*re|*ez, faut|doit|doivent|on|nous|de toujours|jamais, ^pour|dans|en ~ toujours|jamais, désormais, dorénavant, ^après|avant chaque, à partir de maintenant, en aucun cas",
    es: "^siempre, ^nunca, ^jamás, debe|deben|debes|que siempre|nunca|jamás, siempre|nunca|jamás debe|debería|hay, siempre|nunca se debe, ^para|en ~ siempre|nunca, de ahora en adelante, a partir de ahora, en adelante, ^después|antes de cada, en ningún caso",
    pt: "^sempre, ^nunca, ^jamais, deve|devem|que|gente sempre|nunca|jamais, ^para|em ~ sempre|nunca, de agora em diante, a partir de agora, daqui pra frente, ^depois|antes de cada, em hipótese alguma",
    zh: "永远, 始终, 绝不, 从现在开始, 从现在起, 今后, 一律, 总是, ^从不, ^以后",
    ja: "常に, 決して, 今後, これからは, 必ず, いつも",
    ko: "항상, 언제나, 절대, 앞으로, 이제부터, 지금부터",
  },
  /** The same words anywhere: an order makes them one for all times, and so does the end of the sentence. */
  always: {
    en: "always, never, ever",
    de: "immer, nie, niemals, grundsätzlich",
    fr: "toujours, jamais",
    es: "siempre, nunca, jamás",
    pt: "sempre, nunca, jamais",
    zh: "从不, 从来",
    ja: "ずっと, 絶対",
    ko: "늘, 무조건",
  },
  /** It says nothing, and takes the place of a shorter phrase that would. Reports say “always” and “never” too: “it never works”. */
  plain: {
    en: "it|that|this|they|he|she|i|which|who|has|have|had|was|were|is|are|will|would|can|could|did|does|almost|nearly always|never, it|that|they|has|have|was|were|is|are|can * always|never, always|never be able, should|must|will|can never be able, always|never happen, always being, we will always|never get|have|need|see, never mind, never built|came|dealt|did|got|had|kept|knew|made|said|saw|was|went|were|*ed|*own|*ead|*ent, we|you|i never came|dealt|did|got|had|kept|knew|made|said|saw|was|went|were|*ed, ^for|in|with the|this|each|every ~ i want|need, every time you|i|it|this|we|they, as a rule of, this repo|repository|project|codebase|team, these days, add|know|mean|mention|note|say|state|sure|think that, that * is|are|must|should|need, there are two|three|four|five|six|no|only, there are 2|3|4|5|6|7|8|9|10, is|are|was|were not a|an|the|allowed|supposed|permitted|meant|to|for, is|are running|listening|living|working|using, not|if|i|you remember, remember back|the|how|if|it|me|what|when|where|which|why, i will|ll keep|bear|remember, show me|us, my assumption|concern|feeling|goal|guess|hope|idea|issue|opinion|plan|point|problem|question|suggestion|theory ~ is|are|has",
    de: "noch|schon|fast|wie nie|immer, hat|haben|ist|war nie|immer, hat|haben|ist|war * nie|immer, immer noch|wieder|mehr, diesem|dieses repo|projekt, nur noch",
    fr: "toujours pas|rien|plus|le|la|les|en|un|une|dans|sur|aussi, est|sont|a|ai|ont|suis|était toujours, ce projet|dépôt|repo",
    es: "no se ve|ven|muestra|muestran ~ siempre, yo nunca|siempre, siempre|nunca me|lo|la|te, siempre|nunca aparece|sale|falla|falló|pedí|hubo|funciona, o nunca, este proyecto|repo",
    pt: "eu nunca|sempre, sempre|nunca aparece|dá|falha|funciona, ou nunca, este|esse projeto|repo",
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
    zh: "这个, 那个, 这里, 刚才, 我觉得, 今天, 昨天",
    ja: "あれは, あれが, さっき, かも, 思う, 今日, 昨日",
    ko: "이거, 그거, 방금, 오늘, 어제",
  },
  /** It is half of a sentence, or goes on with what was said. */
  parts: {
    en: "^without, ^then, ^one, ^not, ^so, ^let me, ^to be clear|honest, ^to hide|suppress|see, ^the|all others should|must|are, ^other",
    de: "^sonst, ^sondern, ^um ehrlich",
    fr: "^sinon, ^pour que, ^pour être",
    es: "^si no, ^para que, ^en cuanto a",
    pt: "^senão, ^para que, ^quanto a",
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
    zh: "^这个项目, ^这个仓库, ^本项目",
    ja: "^このプロジェクト, ^このリポジトリ, ^本プロジェクト",
    ko: "^이 프로젝트, ^이 저장소",
  },
  /** What belongs to the person, what the project is, and what the agent may use. */
  mine: {
    en: "^my * is|are|has|lives|works|runs, ^my * * is|are|has|lives|works|runs, ^i|we have two|three|four|several|multiple, this is a|an|my|our ~ project|app|application|repo|repository|site|website|library|package|service|game|monorepo, you have access to",
    de: "^mein|meine * ist|sind|hat|heißt, ^mein|meine * * ist|sind|hat|heißt, das|dies ist ein|eine ~ projekt|app|seite, du hast zugriff auf",
    fr: "^mon|ma|mes * est|sont|a, ^mon|ma * s appelle, c est un|une ~ projet|application|site, tu as accès à",
    es: "^mi|mis * es|son|tiene, ^mi|mis * * es|son|tiene, ^mi * se llama, este|esto es un|una ~ proyecto|aplicación|sitio, tienes acceso a",
    pt: "^meu|minha * é|tem, ^meu|minha * se chama, este|isto é um|uma ~ projeto|aplicativo|site, você tem acesso a",
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
    zh: "我用, 我在用, 我们用, 用的是",
    ja: "を使っています, を使ってます",
    ko: "쓰고 있, 사용하고 있",
  },
  /** It is liked of what is in hand, and no habit. */
  liked: {
    en: "like|love|hate|prefer|value|enjoy|appreciate|find where|how|what|all|both|some|most|the|your|it|that|this|these|those|them|him|her|his|their",
    de: "mag|mochte das|dein|deine|diese|den",
    fr: "aime|aimes|préfère le|la|les|l, aime bien que, veux bien que",
    es: "gusta|gustan|prefiero el|la|los|las",
    pt: "gosto|prefiro o|a|os|as",
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
    zh: "我宁愿",
    ja: "のほうがいい, 方がいい",
    ko: "는 게 낫",
  },
  /** Somebody is not sure of it. */
  hedges: {
    en: "seem, seems, looks|feels like, i think|guess|suppose, apparently",
    de: "scheint, anscheinend, ich glaube|denke, vermutlich",
    fr: "on dirait, il semble, je crois|pense, apparemment",
    es: "parece, creo que, supongo",
    pt: "parece, acho que, aparentemente",
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
    zh: "说过了, 告诉过你, 我说过, 除非我, 除非用户, ^以后不用, ^以后不需要, ^今后不用, 使用中文, 用中文回, 用中文交流, 用英文回, 用英语回",
    ja: "前にも言, 言ったはず, もう言い, 言わない限り, 頼まない限り, 指示しない限り, 言うまで, もう~なくていい, もう~なくてもいい, ^日本語で答, ^日本語で回, ^日本語で返, ^日本語で話, ^英語で答, ^英語で回",
    ko: "이미 말했, 말했잖, 말하지 않는 한, 요청하지 않는 한, 요청하기 전에는, 이제~안 해도, ^한국어로 답, ^한국어로 말, ^한국어로 대답, ^영어로 답",
  },
  /** Nobody may do it of their own accord. */
  leave: {
    en: "without being asked, without asking, without my ~ permission|approval|consent|ok, without my permission|approval|consent|ok",
    de: "ohne mich zu fragen, ohne zu fragen, ohne rückfrage|rücksprache, ohne meine zustimmung|freigabe",
    fr: "sans me demander, sans demander, sans mon accord",
    es: "sin pedirme, sin preguntarme, sin preguntar, sin mi permiso, sin consultarme",
    pt: "sem me perguntar, sem perguntar, sem minha permissão",
    zh: "经我同意, 不问我, 没问过我",
    ja: "許可なく, 無断で, 聞かずに, 確認せずに",
    ko: "묻지 않고, 허락 없이, 물어보지 않고",
  },
  /** It wants to be remembered, or tells of what kind of thing, and then what a person wants of it. */
  remembers: {
    en: "remember that, keep|bear in mind that, ^remember, keep|bear in mind, to|into memory, it|this|that in memory, to|into|in your|the memory, i remind you, for the|future record|reference, for|in future chats|conversations|sessions|tasks|prompts|runs, for|in all ~ chats|conversations|sessions|tasks|prompts|runs",
    de: "merk dir, merke dir, denk dran, denk daran, vergiss nicht",
    fr: "souviens toi, rappelle toi, n oublie pas, retiens",
    es: "recuerda que, recordá que, acordate ~ que, no olvides, ten|tené en cuenta que",
    pt: "lembre que, lembra que, lembre se, não esqueça, não se esqueça",
    zh: "记住, 记得",
    ja: "覚えておいて, 忘れないで",
    ko: "기억해, 잊지 마",
  },
  /** It ends a discussion, or says what the team works with. */
  settles: {
    en: "^we use, ^we do not|never use, ^we only|always use, ^the project uses, ^our * uses, let s settle, settled on, we moved|switched|migrated to, we ve|have moved|switched|migrated to, we|i decided|agreed|chosen|chose, we|i ve|have decided|agreed|chosen, we no longer use, i no longer like|want|use|prefer|need, it s decided|settled, the decision is, made up my mind",
    de: "^wir nutzen|verwenden|benutzen, beschlossen, entschieden, geeinigt",
    fr: "^nous utilisons, ^on utilise, ^on n utilise, c est décidé, on a décidé, nous avons décidé, j ai décidé",
    es: "^usamos, ^no usamos, ^utilizamos, decidido, hemos decidido, decidimos, ya no usamos",
    pt: "^usamos, ^não usamos, ^utilizamos, decidido, decidimos, decidi, não usamos mais",
    zh: "^我们用, ^我们使用, ^我们不用, ^我们不使用, 决定, 定了, 不再用, 不再使用",
    ja: "^うちでは~を使, に決め, に決ま, もう使いません, もう使わない, もう使っていません",
    ko: "^우리는~사용, 하기로 했, 결정했, 정했",
  },
  /** What a thing is called, where it is and whose it is. */
  names: {
    en: "is|are called|named|owned|maintained|hosted|deployed|stored|kept, is|are now called|named|owned|maintained|hosted|deployed|stored|kept, deployed|hosted on|at, owns, maintains, listens on, belongs to, expires, reports to, stands for, lives, my name, lives|sits|runs in|on|at|under|behind",
    de: "heißt, gehört, liegt, läuft auf, hört auf, steht für",
    fr: "s appelle, appartient, tourne sur, écoute",
    es: "se llama, pertenece, corre en, escucha",
    pt: "se chama, pertence, roda em, escuta",
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
    zh: "问题是, 可惜, ^这是, ^那是, 即可",
    ja: "問題は, 残念, ^ここ",
    ko: "문제는, 안타깝, ^여기",
  },
  /** What came about in this talk, and what goes on while they speak. */
  talks: {
    en: "is|are|keep|keeps flagging|showing|complaining|reporting|throwing, we|i re|are|m|am not *ing, we|i re|are|m|am reviewing|merging|rebasing|going, tests|build|ci has|have|is|are|was|were passed|passing|failed|failing|green|red, we|you|i made|did|said|added|discussed|mentioned, we|you|i ve|have made|did|said|added|discussed|mentioned, the pr, screenshot, screenshots, not * correctly|properly, option|approach|variant 1|2|3|4|a|b|c, prefer|like that|this|it|both, ^i will, ^i ll, ^approved, ^alright, ^looks good|great|perfect, is|are|was|were about to, can|could|will|would you, until you|it|that|this, we|they|i re|are|m|am|were|was now|still|just|currently|getting|seeing|trying|looking|working|testing|debugging|hitting|missing|stuck|back",
    de: "ich bin gerade, wir sind gerade, ich versuche, kannst|könntest|würdest du, option|variante 1|2|3|a|b|c, screenshot",
    fr: "suis en train, est en train, peux|pourrais tu, option 1|2|3|a|b|c, capture",
    es: "estoy|estamos intentando|mirando|probando, puedes, podrías, opción 1|2|3|a|b|c, captura",
    pt: "estou|estamos tentando|olhando|testando, você pode, captura",
    zh: "正在, 截图, 能不能, 可不可以",
    ja: "しているところ, スクショ, くれますか, もらえますか, じゃあ, ^では",
    ko: "하는 중, 스크린샷, 줄래",
  },
  /** All of a kind of thing have to be so, or it is so on a day that comes every week. */
  all: {
    en: "^all|every|each ~ must|should|shall|needs, on|every|each monday|tuesday|wednesday|thursday|friday|saturday|sunday, on mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays",
    de: "^alle|jede|jeder|jedes ~ müssen|muss|sollen|soll, montags, dienstags, mittwochs, donnerstags, freitags, samstags, sonntags",
    fr: "^tous|toutes les ~ doivent, ^chaque ~ doit, le lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
    es: "^todos|todas los|las ~ deben|tienen, ^cada ~ debe|tiene, los lunes|martes|miércoles|jueves|viernes|sábados|domingos",
    pt: "^todos|todas os|as ~ devem|têm, ^cada ~ deve|tem, às segundas|terças|quartas|quintas|sextas, aos sábados|domingos",
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
    zh: "^每当, ^只要, ^每次",
    ja: "たびに, 毎回",
    ko: "때마다, 할 때는",
  },
  /** A case that is waited for now, or one of the program that is built. */
  instance: {
    en: "this, that, these, those, it, its, they, them, here, now, still, again, back, yet, today, yes, not, so, done, finished, ready, ok, okay, needed, possible, necessary, latter, former, we, user, users, until, if you agree|can|find|have|like|need|propose|see|think|want",
    de: "dies, diese, dieser, dieses, es, fertig, nötig, wir, benutzer, nutzer, bis",
    fr: "cette, ce, ça, cela, ceci, fini, nous, on, utilisateur, utilisateurs, jusqu à",
    es: "eso, esto, este, esta, es, listo, usuario, usuarios, hasta que",
    pt: "isso, isto, esse, essa, pronto, usuário, usuários, até que",
    zh: "这个, 那个, 用户",
    ja: "これ, それ, ユーザー",
    ko: "이거, 그거, 사용자",
  },
};
