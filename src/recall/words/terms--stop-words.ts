/** StopWords: words that say nothing of what a text is about; they are indexed, and asked for only where a query has no others. */

const english =
  "a about above after again against all am an and any are as at be because been before being below between both but by can could " +
  "d did do does doing don down during each few for from further had has have having he her here hers herself him himself his how i " +
  "if in into is it its itself just ll m me might more most must my myself no nor not now of off on once only or other our ours " +
  "ourselves out over own re s same shall she should so some such t than that the their theirs them themselves then there these they " +
  "this those through to too under until up us ve very was we were what when where which while who whom whose why will with would you " +
  "your yours yourself dont doesnt didnt isnt wasnt wont cant im ive id thats whats";

const german =
  "aber als am an auch auf aus bei bin bis bist da das dass dein dem den der des die dies diese du durch ein eine einem einen einer es " +
  "euer fur hat hatte ich ihr im in ist ja kann mein mich mir mit nach nicht noch nur oder ohne sein sich sie sind uber um und uns unser " +
  "unter vom von vor war was wenn wer wie wir wird wo zu zum zur";

const french =
  "au aux avec ce ces dans de des du elle en et est il je la le les leur ma mais mes mon ne nos nous ou par pas pour qu que qui sa se ses son sur ta tes toi ton tu un une vos vous";

const spanish =
  "al como con de del el ella en es esta este la las lo los mas mi muy no nos o para pero por que se si sin su sus te un una y ya yo";

const known = new Set([english, german, french, spanish].flatMap((list) => list.split(" ")));

/** Of a folded word. */
export function isStopWord(word: string): boolean {
  return known.has(word);
}
