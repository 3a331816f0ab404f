/** German: how people say things to an agent, as phrases by what they are a sign of. */

import type { Signs } from "../sign.js";

export const german: Signs = {
  standing:
    "ab jetzt, von jetzt an, ab sofort, ab heute, künftig, in zukunft, zukünftig, immer, nie, niemals, jedes mal, jedesmal, grundsätzlich, generell, standardmäßig, prinzipiell, nie wieder, nie mehr, jeder commit|pr|test, jede datei|funktion|änderung|migration, jedem commit|pr|release, alle commits|dateien|tests|funktionen|zeiten|kommentare, ohne ausnahme, bis auf weiteres, in der regel, stets, durchgehend",
  bans: "^kein, ^keine, ^keinen, ^nie, ^niemals, nicht ~ ohne, darf nicht, dürfen nicht, darfst nicht, darf nie, soll nicht, sollen nicht, sollst nicht, sollte nicht, verboten, nicht erlaubt, tabu, ^hör auf, ^vermeide, ^bloß, ^auf keinen fall, auf keinen fall, nicht anfassen, ^finger weg, ^lass ~ in ruhe, ^ohne, nicht mehr, wir machen kein|keine",
  musts:
    "muss, müssen, musst, soll, sollen, sollte, sollten, gehört in|nach|unter, gehören in|nach|unter, kommen in|nach|unter, kommt in|nach|unter, nur, ausschließlich, stell sicher, achte darauf, pflicht, darf nur, dürfen nur, bleibt, bleiben, mindestens, höchstens, hat zu, erforderlich, lediglich",
  habits:
    "^nutze, ^nutz, ^benutze, ^benutz, ^verwende, ^verwend, ^nimm, ^halte, ^halt, ^schreib ~ auf|in|mit, ^schreibe ~ auf|in|mit, ^antworte, ^nenn, ^nenne, ^bleib, ^bleibe, ^frag ~ bevor|vorher, ^frag mich, ^lass, ^leg ~ in|unter|ab, ^sprich, ^rede, ^duze, verwenden, benutzen, nutzen, ^wir verwenden|nutzen|benutzen|schreiben|committen|deployen|arbeiten|nehmen, ^hier|in|für|bei ~ verwenden|nutzen|wir|bitte|gilt|immer, es gilt, bei uns",
  instead: "statt, anstatt, anstelle, nicht, und nicht, statt dessen, stattdessen, kein, keine",
  likes:
    "ich mag, mag ich, ich bevorzuge, ich liebe, ich hasse, hasse ich, liebe ich, lieber, am liebsten, gefällt mir, gefallen mir, mir gefällt, mir gefallen, nervt mich, nerven mich, stört mich, ich finde ~ schöner|besser|lesbarer|hässlich|nervig|angenehmer|schrecklich|furchtbar, ich hätte gern|gerne, wäre mir lieber, ist mir lieber, sind mir lieber, bin kein fan, kein freund von, ich wünsche mir, ich bin eher, mein favorit, kann ich nicht leiden, mag keine, mag kein, ich schätze",
  decides:
    "wir haben uns entschieden, wir haben entschieden, ich habe entschieden, ich habe mich, hab mich entschieden, entschieden, beschlossen, haben uns geeinigt, geeinigt, wir nehmen, wir gehen mit, wir bleiben bei, wir bleiben, wir setzen auf, wir steigen auf ~ um, wir wechseln, wir wechseln zu, wir verzichten, die entscheidung, entscheidung, es bleibt bei, dann nehmen wir, wir machen das mit, wir machen es mit, wird es, es wird, machen wir, wir lassen, wir streichen, wir verwerfen, festgelegt, abgemacht, die wahl fiel, wir werfen ~ raus, ich nehme",
  corrects:
    "^falsch, das ist falsch, das war falsch, das stimmt nicht, stimmt nicht, das ist nicht richtig, hab ich doch, habe ich doch, hab ich dir, habe ich dir, ich hatte doch, ich sagte, ich habe gesagt, ich hab gesagt, hab doch gesagt, hatte ich gesagt, wie gesagt, ich meinte, ich habe ~ gemeint, nicht das was, du hast ~ vergessen, du hast ~ falsch, du hast ~ verwechselt, du hast ~ missverstanden, missverstanden, du irrst, du liegst falsch, heißt nicht ~ sondern, ist nicht ~ sondern, nicht ~ sondern, schon wieder, zum wiederholten, wie oft, ist falsch, sind falsch, war falsch, wollte ich nicht, ^korrektur, hör auf, das gilt nicht mehr, nicht mehr aktuell, hättest, habe ich nie, schon mal gesagt, schon gesagt, bereits gesagt",
  amends:
    "^nein, ^nee, ^ne, ^nicht, ^doch, ^eigentlich, ^moment, ^halt, wieder, nochmal, ^sondern, immer noch, doch, ^quatsch, schon",
  asks: "^was, ^warum, ^wieso, ^weshalb, ^wie, ^wer, ^wo, ^welche, ^welcher, ^welches, ^wann, ^ist, ^sind, ^haben wir, ^hast du, ^gibt es, ^soll ich|das|man, ^sollen wir, ^sollten wir, ^kann man|ich, ^können wir, ^muss ich|man, ^müssen wir, ^darf ich, weißt du, ich frage mich, kannst du mir sagen, kannst du erklären, ^wozu, ^woher, ^hat, ^läuft, ^brauchen wir, ^nutzen wir, ^verwenden wir",
  requests:
    "^kannst du, ^könntest du, ^würdest du, ^bitte, ^lass uns, ^mach, ^ich brauche, ^ich möchte dass du, ^jetzt, ^als nächstes, hilf mir, ^wir müssen, ^ich will dass du, ^magst du, ^schau",
  tasks:
    "^behebe, ^fix, ^fixe, ^füge, ^füg, ^implementiere, ^implementier, ^erstelle, ^erstell, ^baue, ^bau, ^aktualisiere, ^refaktoriere, ^benenne, ^lösche, ^lösch, ^entferne, ^entfern, ^schreibe, ^schreib, ^starte, ^starte, ^führe, ^führ, ^mach, ^verschiebe, ^schau, ^prüfe, ^prüf, ^finde, ^such, ^suche, ^zeig, ^zeige, ^erkläre, ^erklär, ^teste, ^installiere, ^merge, ^pushe, ^push, ^öffne, ^lies, ^fasse, ^fass, ^übersetze, ^ersetze, ^ändere, ^generiere, ^vergleiche, ^räum, ^räume, ^sortiere, ^sag mir, ^weiter, ^korrigiere, ^gib, ^ergänze, ^ergänz, ^probier, ^probiere, ^deploye, ^commite, ^committe, ^untersuche, ^analysiere, ^richte, ^dokumentiere, ^überprüfe, ^schick, ^stell, ^setz, ^setze, beheben, einbauen, hinzufügen, umbenennen, löschen, entfernen, reparieren, erstellen, implementieren, fixen, anschauen, ansehen, erklären, aktualisieren, schreiben, starten, prüfen, testen",
  once: "jetzt, heute, morgen, diesmal, dieses mal, kurz, schnell, zuerst, erst mal, erstmal, dann, das hier, diese datei|funktion, diesen fehler|test|bug, den fehler, den bug, den test, den fehlschlagenden, die neue, das neue, den neuen, den letzten, die letzte, eine neue, einen neuen, ein neues, es, mal, gleich",
  chats:
    "^danke, ^vielen dank, ^super, ^toll, ^prima, ^klasse, ^perfekt, ^ok, ^okay, ^hallo, ^hi, ^moin, ^servus, ^guten morgen, ^guten abend, ^gut, ^gut gemacht, ^alles klar, ^passt, ^ja, ^genau, ^kein problem, ^keine ahnung, ^keine eile, ^keine sorge, ^kein stress, ^egal, ^schon gut, ^haha, ^tschüss, ^bis morgen, ^bis später, ^sieht gut aus, ^klingt gut, ^verstehe, ^verstanden, ^cool, ^mist, ^sorry, ^ach so, ^puh, ^oh",
  cases:
    "^wenn, ^falls, ^sobald, ^jedes mal wenn, ^jedesmal wenn, ^immer wenn, ^bevor, ^nachdem, ^sofern, ^vor jedem, ^vor jeder, ^nach jedem, ^nach jeder, ^bei jedem, ^bei jeder, ^am ende, ^erinnere mich, ^erinner mich",
  caseBehind: "sobald, jedes mal wenn, immer wenn, wenn, falls",
  reports:
    "er sagt, sie sagt, er sagte, sie sagte, sie sagen, hat gesagt, sagte mir, sagt dass, sagte dass, meinte dass, er meint, sie meint, er meinte, sie meinte, meint man, laut, behauptet, behauptete, empfiehlt, empfahl, schlägt vor, schlug vor, steht dass, steht man, schreibt dass, angeblich, heißt es, zufolge, findet dass, schwört auf, er will, sie will, meint wir",
  supposes:
    "angenommen, stell dir vor, gesetzt den fall, hypothetisch, wenn wir ~ würden, würden wir, wenn wir ~ hätten, wenn wir ~ wären, was wäre, was wenn, theoretisch, mal angenommen, vielleicht, eventuell, könnten wir, man könnte, wir könnten, ich überlege, wäre es, wäre schön, nicht sicher, bin mir unsicher, möglicherweise, würde man, müssten wir, nehmen wir an",
  mocks:
    "ja klar, na klar weil, ja genau weil, na toll, na super, ganz toll, wie schön dass, wer braucht schon, was soll schon, genau was ich, großartige idee, tolle idee, klar weil, bravo, herzlichen glückwunsch, danke für nichts, als ob, natürlich weil, super weil",
  states:
    "ist, sind, hat, haben, liegt, liegen, läuft, laufen, steht, heißt, heißen, gehört, kostet, nutzt, verwendet, hört auf, wohnt, arbeitet, bedeutet, enthält, zeigt auf, befindet, beginnt, endet, unterstützt, ich bin, ich wohne, ich arbeite, ich heiße, mein name, wurde ~ gebaut, betreut, betreibt, wird ~ gehostet, stammt, gibt es",
  tells:
    "zur info, zur information, nur zur info, übrigens, merk dir, denk dran, denk daran, beachte, wissenswert, zum hintergrund, zur kenntnis, damit du es weißt, damit du bescheid weißt, hinweis",
  passing:
    "kaputt, rot, grün, langsam, fehlgeschlagen, schlägt fehl, hängt, komisch, seltsam, fertig, geht jetzt, funktioniert, gerade, momentan, im moment, derzeit, aktuell, noch immer, schon wieder, gut, super, toll, schön, besser, müde, hunger, kaffee, ich glaube, scheint, sieht, ich bekomme, ich versuche, ich schaue, ich sehe, witzig, regnet, verrückt, krass",
  wide: "in allen projekten, in allen meinen projekten, in jedem projekt, in jedem repo, überall, projektübergreifend, in allen repos, für alle projekte, egal welches projekt, egal in welchem, bei allen projekten, alle meine",
  near: "hier, dieses projekt, diesem projekt, diesem repo, dieses repo, in diesem",
  personal:
    "antworten, antwort, antworte, erklärungen, emojis, emoji, ton, tonfall, duze, duzen, siezen, sprich mich, nenn mich, zusammenfassungen, stichpunkte, mein name, ich heiße, ich wohne, ich bin, meine zeitzone, mein geburtstag, meine frau, mein mann, ich arbeite als, mein editor, meine tastatur, ich spreche, sätze, floskeln",
  general:
    "alle, alles, jede, jeder, jedes, jeden, jedem, kein, keine, keinen, nichts, niemand, keiner, nur, maximal, minimal, höchstens, gehört, gehören, wird nicht, werden nicht, kommen, kommt, hat nichts zu suchen, nichts zu suchen, bleiben, bleibt, werden ~ eingerückt|geschrieben|benannt, wird ~ eingerückt|geschrieben|benannt, wer, stets",
  past: "war, waren, hatte, hatten, gestern, letzte woche, letztes jahr, damals, vorhin, heute früh, wurde, wurden, vor ~ jahren|tagen",
  self: "ich, mein, meine, meinen, meinem, mir, mich, bin",
  ours: "wir, unser, unsere, unserem, uns, das team",
};
