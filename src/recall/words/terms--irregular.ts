/** Irregular: English forms that no ending tells: “bought” is asked for by “buy”. */

/** Each line a word and its other forms. Forms that are common words of their own (“saw”, “left”, “found”) are here too: they meet in both. */
const table = `
be am is are was were been being
become became|begin began begun|bend bent|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt|buy bought
catch caught|choose chose chosen|come came|deal dealt|dig dug|do did done does|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven
eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone goes|grow grew grown|hang hung|have has had|hear heard
hide hid hidden|hold held|keep kept|know knew known|lay laid|lead led|learn learnt|leave left|lend lent|lie lay lain|light lit|lose lost|make made
mean meant|meet met|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold
send sent|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid
speak spoke spoken|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum
take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn
weave wove woven|win won|wind wound|withdraw withdrew withdrawn|write wrote written
child children|foot feet|goose geese|half halves|knife knives|leaf leaves|life lives|man men|mouse mice|person people|shelf shelves|thief thieves
tooth teeth|wife wives|wolf wolves|woman women|good better best|bad worse worst|far further furthest
`;

const wordOf: ReadonlyMap<string, string> = new Map(
  table.split(/[|\n]/).flatMap((line) => {
    const [word = "", ...forms] = line.split(" ");
    return forms.map((form) => [form, word] as const);
  }),
);

/** The word that a form belongs to; the form itself where it is regular. */
export function regular(form: string): string {
  return wordOf.get(form) ?? form;
}
