/** German: the words by which a statement in German shows what it is. */

import { type Lexicon, phrases } from "./cjk-words--lexicon.js";

export const german: Lexicon = {
  isSpaced: true,
  labels: {
    correction: phrases("korrektur, korrekturen, berichtigung, richtigstellung"),
    decision: phrases(
      "entscheidung, entscheidungen, entschieden, beschluss, beschlüsse, beschlossen, vereinbarung, vereinbart, abgemacht, festgelegt, verworfen, abgelehnt, zurückgestellt",
      "*entscheidung, *entscheidungen, *beschluss, *beschlüsse, *vereinbarung, *vereinbarungen",
      "konsens, einstimmig",
      "gewählt, ausgewählt",
    ),
    rule: phrases(
      "regel, regeln, vorgabe, vorgaben, richtlinie, grundsatz, grundsätze, wichtig, kritisch, achtung, niemals, immer, pflicht, verboten",
      "richtlinien, prinzip, prinzipien, konvention, konventionen, leitplanken, vereinbarter ablauf, arbeitsweise, *regel, *regeln, *vorgabe, *vorgaben, *richtlinie, *richtlinien, *grundsatz, *grundsätze, *prinzip, *prinzipien",
      "standardverhalten, standardablauf",
    ),
    lesson: phrases(
      "lektion, lektionen, lehre, lehren, erkenntnis, erkenntnisse, gelernt, merke, stolperfalle, stolperfallen, befund, entdeckung, entdeckungen, ursache, grundursache, fazit, hürde, hürden, was gut lief, was schief lief, beim nächsten mal, *erkenntnis, *erkenntnisse",
    ),
    preference: phrases(
      "vorliebe, vorlieben, präferenz, präferenzen, wunsch, wünsche, mag, mag nicht, abneigung, abneigungen",
      "bevorzugt, bevorzugte, bevorzugter, bevorzugtes, kommunikationsstil, arbeitsstil, schreibstil, langfristiges ziel",
    ),
    identity: phrases("name, vorname, nachname, anrede, pronomen, zeitzone, geburtstag, geboren, muttersprache"),
    person: phrases("personen, kontakte, familie, leute"),
    fact: phrases("fakt, fakten, tatsache"),
  },
  unlabels: phrases(
    "offen, offene, ausstehend, nötig, fehlt, nächste, nächster, keine, der datei, datei, projekt, status",
  ),
  says: {
    correction: phrases(
      "hat mich korrigiert, korrigierte mich, ich lag falsch, war falsch im, war falsch in, stand falsch in, stand falsch im, ich habe mich geirrt, das war falsch, wir lagen falsch, nicht ~ sondern, stimmt nicht ~ sondern, hat mich berichtigt",
    ),
    decision: phrases(
      "haben entschieden, hat entschieden, habe entschieden, haben ~ entschieden, hat ~ entschieden, wurde entschieden, wir entschieden, entschieden uns, haben beschlossen, haben ~ beschlossen, wurde beschlossen, wir beschlossen",
      "haben vereinbart, haben ~ vereinbart, wir vereinbarten, haben uns geeinigt, haben uns ~ geeinigt, uns ~ geeinigt, uns geeinigt, wir bleiben bei, wir nehmen ~ statt, haben uns ~ entschieden, hat sich ~ entschieden, ist beschlossen, ist entschieden, wurde ~ beschlossen, wurde festgelegt, wurde vereinbart, fiel auf, wurde ~ vereinbart, entschied sich, ^verworfen, ^zurückgestellt, ^abgelehnt, umgestiegen auf, wurde verworfen",
    ),
    rule: phrases(
      "^niemals, ^nie, ^immer, ^kein ~ ohne, ^keine ~ ohne, ^nicht ~ ohne, ab sofort, von jetzt an, in zukunft, ab jetzt, künftig immer, künftig nur, darf nicht, dürfen nicht, darf nie, dürfen nie, darf niemals, darf ~ nicht, darf nur, dürfen nur, dürfen ~ nicht",
      "muss immer, müssen immer, muss ~ werden, müssen ~ werden, ist verboten, sind verboten, ist untersagt, ist nicht erlaubt, ist pflicht, unter keinen umständen, auf keinen fall, niemals ~ ohne, nie ~ ohne, immer ~ bevor, immer ~ vor, immer zuerst, nur nach ~ freigabe, nur mit ~ zustimmung, ^vor jedem, ^vor jeder",
      "ohne rückfrage, ohne freigabe, ohne zustimmung, ^bitte nie, ^bitte immer, soll immer, sollen immer, soll nie, sollen nie, wird nie, werden nie, werden immer, wird immer, muss zuerst, müssen zuerst, zwingend, muss vor, müssen vor, darf ~ niemals, darf ~ nie, darf ~ nur",
      "ausdrücklich gebeten, bat ausdrücklich, hat darum gebeten immer|nie, besteht darauf, besteht auf, bestand darauf, ist maßgeblich, ausschließlich, erforderlich vor",
      "dauerhaft deaktiviert, dauerhaft abgeschaltet, ist reserviert für, sind reserviert für, ^lieber ~ als, muss ~ sein, müssen ~ sein",
    ),
    lesson: phrases(
      "haben gelernt, habe gelernt, wir lernten, gelernt dass, daraus gelernt, es stellte sich heraus, hat sich herausgestellt, beim nächsten mal, nächstes mal, im nachhinein, funktioniert nur mit|wenn|auf, schlägt fehl wenn, hätten ~ sollen, hätte ~ sollen, die lehre daraus, die erkenntnis, stellte sich ~ heraus",
      "nur möglich mit|über|aus|wenn|in, unterstützt kein|keine|keinen|nicht, wird nicht unterstützt, werden nicht unterstützt, ^begrenzt auf, ^beschränkt auf, nicht kompatibel mit, geht nur mit|über|wenn",
      "lehnt ~ ab, akzeptiert kein|keine|keinen|nur, geht nicht aber, funktioniert nicht aber",
    ),
    preference: phrases(
      "bevorzugt, bevorzuge, zieht ~ vor, mag keine, mag keinen, mag kein, mag lieber, mag am liebsten, hätte lieber, hätte gern, am liebsten, lieblings, isst kein, isst keine, isst keinen, trinkt kein, trinkt keinen, hasst, liebt, möchte keine, möchte nicht, möchte lieber, will keine, wünscht sich, will nicht ~ werden, mag es nicht, mag es, trinkt lieber, arbeitet lieber, legt wert auf, will nur, wünscht, ist allergisch gegen",
      "vorliebe für, präferenz für, interessiert sich für, kein interesse an",
    ),
    identity: phrases(
      "ich heiße, mein name ist, nenn mich, du heißt, dein name ist, wohnt in, ist geboren, wurde geboren, arbeitet als, arbeitet bei, hat am ~ geburtstag, hat ~ geburtstag, zeitzone ist, sein name ist, ihr name ist",
    ),
    fact: phrases(
      "ist, sind, hat, haben, liegt, liegen, nutzt, läuft auf, kostet, gehört, heißt, bedeutet, enthält, braucht, dauert, schließt um, öffnet um",
    ),
  },
  denies: {
    decision: phrases(
      "noch nicht, nicht entschieden, unentschieden, müssen ~ entscheiden, muss ~ entscheiden, entscheiden wir, wird ~ entschieden, werden ~ entscheiden, ob wir, nichts entschieden, nichts beschlossen, keine entscheidung, bevor ~ entschieden, sobald ~ entschieden",
    ),
    rule: phrases(
      "nie angekommen, nie gelaufen, nie getestet, nie gesehen, nie gehabt, nie gehört, nie geantwortet, nie fertig, nie zurück, immer noch, wie immer, fast immer, fast nie, immer wieder, immer mehr, immer schon, immer größer, muss noch, müssen noch, muss ich noch, kam nie, lief nie, wurde nie, war nie, hat nie, war immer, wurde immer, hatte immer",
    ),
    preference: phrases("keine vorliebe"),
    correction: phrases("tippfehler korrigiert, nicht nur ~ sondern"),
    lesson: phrases("maschinelles lernen, nichts gelernt"),
  },
  doubts: phrases(
    "vielleicht, eventuell, möglicherweise, könnte, könnten, ich glaube, vermutlich, wahrscheinlich, sollten wir, unklar, was wäre wenn, angenommen, frage mich, zum beispiel, überlegen ob, wäre",
  ),
  tasks: phrases(
    "todo, ^noch zu tun, ^nächster schritt, ^nächste schritte, muss ich noch, müssen wir noch, muss noch, müssen noch, bis morgen, morgen, bis freitag, ^offen, heute abend",
  ),
  momentary: phrases("aktuell, derzeit, momentan, zurzeit, im moment, gerade, vorläufig"),
  troubles: phrases(
    "fehler, schlägt fehl, fehlgeschlagen, bricht ab, hängt, stürzt ab, zeitüberschreitung, timeout, timeouts, kaputt, blockiert, existiert nicht, existieren nicht, geht nicht, gehen nicht, nicht möglich, nicht unterstützt, zu lang, zu groß, zu langsam, fehlt, fehlen",
  ),
  profiles: phrases(
    "nutzerprofil, benutzerprofil, über mich, über den nutzer, über die nutzerin, über dich, zur person, persönliches, persönliche daten, steckbrief, wer ich bin",
  ),
  insists: phrases(
    "nie, niemals, immer, muss, müssen, darf, dürfen, wichtig, kritisch, zwingend, verboten, pflicht, ^nicht, nicht ohne, bitte nicht, ^kein ~ ohne, ^keine ~ ohne, achtung, soll, sollen, unbedingt, ab sofort, auf keinen fall",
  ),
  roles: phrases(
    "chef, chefin, geschäftsführer, geschäftsführerin, leiter, leiterin, leitet, inhaber, inhaberin, gründer, gründerin, finanzchef, finanzchefin, buchhalter, buchhalterin, steuerberater, steuerberaterin, anwalt, anwältin, arzt, ärztin, hausarzt, zahnarzt, zahnärztin, lehrer, lehrerin",
    "vermieter, vermieterin, frau, ehefrau, mann, ehemann, partner, partnerin, freund, freundin, sohn, tochter, bruder, schwester, mutter, vater, tante, onkel, kollege, kollegin, kunde, kundin, ansprechpartner, ansprechpartnerin, assistentin, assistent, entwickler, entwicklerin, praktikant, praktikantin, nachbar, nachbarin, hebamme, trainer, trainerin, kassenwart",
  ),
  links: phrases("ist, als, wird, wurde"),
  noNames: phrases(
    "er, sie, es, das, der, die, ein, eine, wir, ich, du, ihr, mein, meine, unser, unsere, dein, deine, sein, seine, hier, dies, dieser, diese, dieses, alles, nichts, jeder, wer, was, kein, keine, heute",
  ),
  finished: phrases(
    "^erledigt, ^fertig, ^abgeschlossen, ist erledigt, ist abgeschlossen, wurde abgeschlossen, ist fertig, status erledigt, status abgeschlossen",
  ),
  superseded: phrases(
    "ersetzt durch, abgelöst durch, abgelöst von, gilt nicht mehr, nicht mehr gültig, nicht mehr aktuell, ^veraltet, ist veraltet, ^überholt, ist überholt, ^hinfällig, ist hinfällig, wird nicht mehr benutzt",
  ),
  until: phrases(
    "bis, bis zum, gültig bis, läuft ab am, abgelaufen am, frist, endet am, endete am, fällig am, fällig",
  ),
  nothingNew: phrases(
    "keine neuen, keine neue, kein neuer, kein neues, nichts neues, keine änderung, keine änderungen, keine nachrichten, keine mails, alles ruhig, alles ok, alles in ordnung, unverändert, keine fehler, posteingang leer, nicht geprüft, keine vorkommnisse, keine antwort",
  ),
  checks: phrases(
    "^geprüft, ^überprüft, ^postfach, ^backup ok, ^backup fertig, ^sicherung ok, ^sicherung fertig, ^sicherung gelaufen, ^abgerufen, ^lebenszeichen, ^statusprüfung, ^synchronisiert, ^posteingang, ^tests gelaufen, prüfungen, systemprüfung",
  ),
  counted: phrases(
    "antworten, nachrichten, mails, erwähnungen, fehler, warnungen, tests, bestanden, fehlgeschlagen, dateien, aufrufe, kommentare, beiträge, neue, ungelesen, ungelesene, zeilen, anfragen, meldungen, sekunden, durchläufe, treffer",
  ),
  particulars: phrases(
    "titel, link, thema, betreff, veröffentlicht, dauer, zeit, datum, quelle, stand, dateien, datei, zweig, größe, ergebnis, nächster schritt, ziel, fortschritt",
  ),
  credentials: phrases("passwort, kennwort, geheimnis, schlüssel, zugangsdaten, pin, token, zugangscode, anmeldung"),
};
