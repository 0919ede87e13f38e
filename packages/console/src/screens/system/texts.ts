/** Texts of the state of the server. */
import type { TextTable } from '../../language/translate.ts'
import { textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Running since {time}', 'Läuft seit {time}', 'En marcha desde {time}', 'Draait sinds {time}'],
  ['Database', 'Datenbank', 'Base de datos', 'Database'],
  ['Database size', 'Größe der Datenbank', 'Tamaño de la base de datos', 'Grootte van de database'],
  ['Connections', 'Verbindungen', 'Conexiones', 'Verbindingen'],
  ['Pool', 'Pool', 'Grupo', 'Pool'],
  ['Unused', 'Unbenutzt', 'Sin uso', 'Ongebruikt'],
  ['Waiting', 'Wartend', 'En espera', 'Wachtend'],
  ['Table', 'Tabelle', 'Tabla', 'Tabel'],
  ['Rows, about', 'Zeilen, etwa', 'Filas, aprox.', 'Rijen, ongeveer'],
  ['Size', 'Größe', 'Tamaño', 'Grootte'],
  ['Growth', 'Wachstum', 'Crecimiento', 'Groei'],
  [
    'Versions committed in each of the last months',
    'Versionen, die in jedem der letzten Monate gespeichert wurden',
    'Versiones guardadas en cada uno de los últimos meses',
    'Versies die in elk van de laatste maanden zijn opgeslagen',
  ],
  [
    'Counting the versions takes too long.',
    'Es gibt so viele Versionen, dass Zählen zu lange dauert.',
    'Hay tantas versiones que contarlas tarda demasiado.',
    'Er zijn zo veel versies dat tellen te lang duurt.',
  ],
  ['Migrations', 'Migrationen', 'Migraciones', 'Migraties'],
  ['Applied', 'Angewandt', 'Aplicada', 'Toegepast'],
  ['Variable', 'Variable', 'Variable', 'Variabele'],
  ['Value', 'Wert', 'Valor', 'Waarde'],
  ['Licences', 'Lizenzen', 'Licencias', 'Licenties'],
  [
    'The parts of this console and their licences. Each package lists the parts of the server.',
    'Woraus diese Konsole besteht, und unter welchen Bedingungen. Ein Paket hat seine eigene Liste der Teile des Servers.',
    'De qué está hecha esta consola y en qué condiciones. Un paquete tiene su propia lista de las partes del servidor.',
    'Waaruit deze console bestaat, en onder welke voorwaarden. Een pakket heeft een eigen lijst van de delen van de server.',
  ],
  [
    'Definitions of archetypes',
    'Definitionen von Archetypen',
    'Definiciones de arquetipos',
    'Definities van archetypes',
  ],
  [
    'These definitions of the file of this site cannot be used.',
    'Diese Definitionen der Datei dieses Standorts sind nicht verwendbar.',
    'Estas definiciones del archivo de este sitio no se pueden usar.',
    'Deze definities uit het bestand van deze locatie zijn niet bruikbaar.',
  ],
  ['In all', 'Insgesamt', 'En total', 'In totaal'],
] as const satisfies TextTable

export const useTexts = textsHook(TEXTS)
