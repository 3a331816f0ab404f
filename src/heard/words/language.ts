/** Language: the languages in which people are heard, what tells them, and how their short forms are written out. */

export type Language = "en" | "de" | "fr" | "es" | "pt" | "zh" | "ja" | "ko";

/** The small words by which a language is told. */
export const small: Readonly<Record<"en" | "de" | "fr" | "es" | "pt", string>> = {
  en: "the a an is are to of and in we you i it that this for on with our not my do be from what how can please always never use was but or have no at as so if when all your me it's up out by they he she them his her their there here its than too only just don doesn didn isn aren wasn has had does did been would should could about after before into over again also still should let us get got make need want think like now why who where which",
  de: "der die das und ist nicht ich wir du ein eine einen den dem mit auf für im von zu bitte auch wenn noch wie hab habe haben sind kein keine mir mich dir es immer nie hier bei oder aber wird doch beim zum zur am dass doch schon mal nur nach vor aus um über unter bis sich sein ihre seine unser dein dann jetzt muss müssen soll sollen kann könnte kannst wird werden wurde war waren hat hast bin bist gibt was wer wo warum weil wieder etwas alle alles jede jeder jedes nichts nie ohne machen mach nimm gern lieber",
  fr: "le la les des un une et est pas je tu on nous dans pour sur avec que qui ça du de au aux ce cette ne mon ma mes moi toujours jamais plus il elle sont à ou mais l d c j n qu tout toute tous très bien fait faire peut peux dit comme quand où si y en se ses son sa leur nous vous ils elles était sera être avoir as ai ont été aussi encore déjà chaque aucun sans sous entre chez cela alors donc parce",
  es: "el la los las un una y es en de que con para por se lo su nos no me mi del al este esta son pero siempre nunca como más sin hay está cuando donde cómo qué cuál quién cada todo toda todos todas muy también ya si le les te tu sus mis nuestra nuestro ese esa eso estos ser era fue tiene tienen hace hacer puede puedes usa después antes entre sobre nada solo aquí ahora vamos",
  pt: "o os as um uma e é não em com para que se do da no na dos das eu você a gente meu minha sempre nunca por mais está isso esse quando como qual quem cada todo toda muito também já se lhe seu sua meus minhas nosso nossa esse essa isso ser era foi tem têm faz fazer pode depois antes entre sobre nada só aqui agora vamos ao aos à às pelo pela mas nem",
};

/** Short forms and sloppy ones, as they are written out. */
export const short: ReadonlyMap<string, string> = new Map(
  "dont: do not, doesnt: does not, didnt: did not, isnt: is not, arent: are not, wasnt: was not, werent: were not, cant: can not, cannot: can not, wont: will not, shouldnt: should not, wouldnt: would not, couldnt: could not, mustnt: must not, havent: have not, hasnt: has not, im: i m, ive: i ve, thats: that s, whats: what s, theres: there s, youre: you re, theyre: they re, lets: let s, wheres: where s, hows: how s, whos: who s, pls: please, plz: please, u: you, gonna: going to, wanna: want to, gotta: got to, kinda: kind of, tmrw: tomorrow, thx: thanks, ty: thanks, tks: thanks, favour: favor, favourite: favorite, colour: color, behaviour: behavior, nich: nicht, nix: nichts, ned: nicht, bitteschön: bitte, jdes: jedes, immr: immer"
    .split(", ")
    .map((each) => each.split(": ") as [string, string]),
);
