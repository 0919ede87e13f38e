/** Texts of the query workbench. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  [
    '{count} {count:row|rows}',
    '{count} {count:Zeile|Zeilen}',
    '{count} {count:fila|filas}',
    '{count} {count:rij|rijen}',
  ],
  ['Steps of the plan', 'Schritte des Plans', 'Pasos del plan', 'Stappen van het plan'],
  ['Run', 'Ausführen', 'Ejecutar', 'Uitvoeren'],
  ['Live', 'Live', 'En vivo', 'Live'],
  [
    'Rows follow what is committed',
    'Zeilen folgen neuen Einträgen',
    'Las filas siguen lo que se guarda',
    'Rijen volgen wat wordt opgeslagen',
  ],
  ['Save', 'Speichern', 'Guardar', 'Opslaan'],
  ['Save query', 'Abfrage speichern', 'Guardar consulta', 'Zoekvraag opslaan'],
  ['Copy link', 'Link kopieren', 'Copiar enlace', 'Link kopiëren'],
  ['History', 'Verlauf', 'Historial', 'Geschiedenis'],
  ['What can be asked', 'Was man fragen kann', 'Qué se puede preguntar', 'Wat gevraagd kan worden'],
  ['Rows at most', 'Zeilen höchstens', 'Filas como máximo', 'Rijen hoogstens'],
  [
    'Ctrl-Enter runs the query',
    'Strg-Enter führt die Abfrage aus',
    'Ctrl-Intro ejecuta la consulta',
    'Ctrl-Enter voert de zoekvraag uit',
  ],
  ['Not run yet', 'Noch nicht ausgeführt', 'Aún sin ejecutar', 'Nog niet uitgevoerd'],
  [
    'Write a query, or choose a value on the left.',
    'Schreiben Sie eine Abfrage, oder klicken Sie links an, was man fragen kann.',
    'Escriba una consulta o pulse a la izquierda lo que se puede preguntar.',
    'Schrijf een zoekvraag, of klik links op wat gevraagd kan worden.',
  ],
  ['Table', 'Tabelle', 'Tabla', 'Tabel'],
  ['Chart', 'Diagramm', 'Gráfico', 'Grafiek'],
  ['Plan', 'Plan', 'Plan', 'Plan'],
  ['Result', 'Ergebnis', 'Resultado', 'Resultaat'],
  ['Object', 'Objekt', 'Objeto', 'Object'],
  ['Line', 'Linie', 'Línea', 'Lijn'],
  ['Bars', 'Balken', 'Barras', 'Staven'],
  ['Points', 'Punkte', 'Puntos', 'Punten'],
  ['Histogram', 'Histogramm', 'Histograma', 'Histogram'],
  ['Nothing to draw', 'Nichts zu zeichnen', 'Nada que dibujar', 'Niets te tekenen'],
  [
    'A chart needs a column of numbers.',
    'Ein Diagramm braucht eine Spalte mit Zahlen.',
    'Un gráfico necesita una columna de números.',
    'Een grafiek heeft een kolom met getallen nodig.',
  ],
  [
    'There are more rows than the {count} shown.',
    'Es gibt mehr Zeilen als die {count} {count:gezeigte|gezeigten}.',
    'Hay más filas que {count:la|las} {count} {count:mostrada|mostradas}.',
    'Er zijn meer rijen dan de {count} getoonde.',
  ],
  ['Get more', 'Mehr holen', 'Obtener más', 'Meer ophalen'],
  ['No rows', 'Keine Zeilen', 'Sin filas', 'Geen rijen'],
  [
    'The query is valid but returned no rows.',
    'Die Abfrage stimmt, und nichts passt.',
    'La consulta es correcta y nada coincide.',
    'De zoekvraag klopt, en niets past.',
  ],
  [
    'Such as org.example::high_pressure',
    'Etwa org.example::high_pressure',
    'Como org.example::high_pressure',
    'Zoals org.example::high_pressure',
  ],
  [
    'It will be saved as version {version}.',
    'Sie wird als Version {version} gespeichert.',
    'Se guardará como versión {version}.',
    'Ze wordt opgeslagen als versie {version}.',
  ],
  [
    'The database answers this query.',
    'Die Datenbank beantwortet diese Abfrage.',
    'La base de datos responde a esta consulta.',
    'De database beantwoordt deze zoekvraag.',
  ],
  [
    'The server reads the documents that the database selects to answer this query.',
    'Die Dokumente, die die Datenbank findet, werden gelesen, um diese Abfrage zu beantworten.',
    'Se leen los documentos que encuentra la base de datos para responder a esta consulta.',
    'De documenten die de database vindt, worden gelezen om deze zoekvraag te beantwoorden.',
  ],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
