/** German statements, each behind what it is: written for this test, with such as look like another. */

export const german = `
rule	Nie ohne Rückfrage an den Steuerberater schreiben.
rule	Immer zuerst auf dem Testsystem ausprobieren.
rule	Der Schlüssel darf nicht an Gäste gegeben werden.
rule	Ab sofort gehen alle Rechnungen an Frau Yilmaz.
rule	Vor jedem Umzug muss die Datenbank gesichert werden.
rule	Keine Lieferung ohne Unterschrift.
rule	**Regel:** ein Termin pro Tag
rule	Wichtig: die Heizung bleibt nachts auf Stufe zwei
rule	Auf keinen Fall den alten Server neu starten.
rule	Kundendaten dürfen nur verschlüsselt verschickt werden.
decision	**Entscheidung:** wir bleiben beim alten Namen
decision	Wir haben entschieden, die Werkstatt nach Linz zu verlegen.
decision	Gestern wurde beschlossen, dass der Beitrag steigt.
decision	Mit dem Verein haben wir uns auf 40 Euro geeinigt.
decision	Beschluss: kein Versand ins Ausland
decision	Vereinbart: Miete jeweils zum Dritten
lesson	**Erkenntnis:** der Drucker braucht den alten Treiber
lesson	Wir haben gelernt, dass Angebote nach zehn Tagen verfallen.
lesson	Beim nächsten Mal früher buchen.
lesson	Es stellte sich heraus, dass die Sicherung leer war.
lesson	Lehre: erst messen, dann umbauen
preference	Jana bevorzugt kurze Antworten.
preference	Der Nutzer mag keine Emojis.
preference	Otto trinkt am liebsten Tee.
preference	Sie möchte lieber angerufen werden.
preference	Karl isst kein Fleisch.
correction	Jana hat mich korrigiert: der Vertrag endet im Mai.
correction	Korrektur: das Büro ist im vierten Stock
correction	Der Kurs beginnt nicht im März, sondern im April.
identity	Ich heiße Wacholder.
identity	**Zeitzone:** Europe/Vienna
identity	Er wohnt in Graz.
person	Maria Keller ist die Finanzchefin.
person	Unser Vermieter heißt Jonas Brandt.
person	**Helene Ito** – Leiterin der Filiale in Osaka
person	Rosa ist meine Schwester.
fact	Das Archiv liegt auf der zweiten Platte.
none	Der Lauf kam nie zum Ende, also bin ich gegangen.
none	Sollten wir nie am Freitag liefern?
none	Wir müssen noch entscheiden, welcher Anbieter es wird.
none	Noch nicht entschieden: das neue Logo.
none	Vielleicht sollten wir immer zuerst fragen.
none	Mit Jana eine Stunde über den Plan gesprochen.
none	Die Startseite umgebaut und getestet.
none	Ich muss noch die Folien fertig machen.
none	Der Kurs über maschinelles Lernen beginnt im Frühjahr.
none	Die Anlage war immer noch warm.
none	Tippfehler korrigiert in der Fußzeile.
operational	Postfach: keine neuen Nachrichten.
operational	Geprüft, alles ruhig.
operational	Backup fertig um 02:00.
operational	12 Nachrichten, 3 Fehler
finished	Erledigt: Stühle bestellt
superseded	Die alte Preisliste gilt nicht mehr.
expired	Der Gutschein ist gültig bis 2025-03-01.
secret	Das Passwort ist Sonne#Berg42
secret	Zugangsdaten: admin / x81kkQz-99
rule	Mara hat ausdrücklich gebeten, vor dem Öffnen anzurufen.
rule	Der Wandkalender ist maßgeblich.
lesson	Die Abholung ist nur möglich über den Hafen.
lesson	Entdeckung: die alte Pumpe läuft auch mit Salzwasser.
preference	Mara interessiert sich für alte Pumpen und Brunnen.
decision	Einstimmig: der Schuppen bleibt hinter der Eiche.
rule	Das blaue Boot ist reserviert für Inselgäste.
rule	Lieber einmal zu viel fragen als die Schleuse öffnen.
lesson	Der Automat akzeptiert nur Münzen.
`;
