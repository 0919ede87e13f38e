/** Texts of mappings. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  [
    'A mapping makes FHIR resources of the records of a template, and records of resources. Choose a value to see where it comes from.',
    'Ein Mapping macht FHIR-Ressourcen aus den Einträgen eines Templates, und Einträge aus Ressourcen. Wählen Sie einen Wert, um zu sehen, woher er kommt.',
    'Un mapping convierte los registros de una plantilla en recursos FHIR, y recursos en registros. Elija un valor para ver de dónde viene.',
    'Een mapping maakt FHIR-resources van de vastleggingen van een template, en vastleggingen van resources. Kies een waarde om te zien waar die vandaan komt.',
  ],
  [
    'Example of a record',
    'Beispiel eines Eintrags',
    'Ejemplo de un registro',
    'Voorbeeld van een vastlegging',
  ],
  ['FHIR resource', 'FHIR-Ressource', 'Recurso FHIR', 'FHIR-resource'],
  ['Connected values', 'Verbundene Werte', 'Valores conectados', 'Verbonden waarden'],
  ['Mapping file {name}', 'Mapping-Datei {name}', 'Archivo de mapping {name}', 'Mappingbestand {name}'],
  ['Mapping', 'Mapping', 'Mapping', 'Mapping'],
  ['Resource', 'Ressource', 'Recurso', 'Resource'],
  [
    'No mapping makes resources of this template.',
    'Kein Mapping macht Ressourcen aus diesem Template.',
    'Ningún mapping crea recursos con esta plantilla.',
    'Geen mapping maakt resources van deze template.',
  ],
  ['No templates yet', 'Noch keine Templates', 'Aún no hay plantillas', 'Nog geen templates'],
  ['Files in force', 'Geltende Dateien', 'Archivos vigentes', 'Geldende bestanden'],
  ['File', 'Datei', 'Archivo', 'Bestand'],
  ['Version', 'Version', 'Versión', 'Versie'],
  ['comes with the server', 'kommt mit dem Server', 'viene con el servidor', 'komt met de server'],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
