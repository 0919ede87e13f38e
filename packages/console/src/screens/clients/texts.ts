/** Texts of clients. */
import type { TextTable } from '../../language/translate.ts'
import { type CommonKey, textsHook } from '../../language/use-texts.ts'

export const TEXTS = [
  ['Create client', 'Client anlegen', 'Crear cliente', 'Client maken'],
  ['Rights', 'Rechte', 'Permisos', 'Rechten'],
  ['State of the client', 'Zustand des Clients', 'Estado del cliente', 'Toestand van de client'],
  [
    'The secret is shown this once',
    'Das Geheimnis wird nur dieses eine Mal gezeigt',
    'El secreto se muestra solo esta vez',
    'Het geheim wordt alleen nu getoond',
  ],
  [
    'Read records and run queries',
    'Einträge lesen und Abfragen ausführen',
    'Leer registros y ejecutar consultas',
    'Vastleggingen lezen en zoekvragen uitvoeren',
  ],
  [
    'Change records and definitions',
    'Einträge und Definitionen ändern',
    'Cambiar registros y definiciones',
    'Vastleggingen en definities wijzigen',
  ],
  [
    'Store data that break their template',
    'Daten speichern, die ihrem Template widersprechen',
    'Guardar datos que incumplen su plantilla',
    'Gegevens opslaan die hun template breken',
  ],
  [
    'Administer: clients, audit, erase for good',
    'Verwalten: Clients, Protokoll, endgültig löschen',
    'Administrar: clientes, auditoría, borrar del todo',
    'Beheren: clients, audit, definitief wissen',
  ],
  [
    'Waiting for a second administrator',
    'Wartet auf eine zweite Administratorin oder einen zweiten Administrator',
    'En espera de un segundo administrador',
    'Wacht op een tweede beheerder',
  ],
  [
    'The client has rights that you do not have: another administrator must approve it here.',
    'Der Client hat Rechte, die Sie nicht haben: jemand anderes mit Verwaltungsrecht muss hier zustimmen.',
    'El cliente tiene permisos que usted no tiene: otro administrador debe aprobarlo aquí.',
    'De client heeft rechten die u niet hebt: een andere beheerder moet dit hier goedkeuren.',
  ],
  ['Change client', 'Client ändern', 'Cambiar cliente', 'Client wijzigen'],
  ['Rights after it', 'Rechte danach', 'Permisos después', 'Rechten daarna'],
  ['Asked by', 'Angefragt von', 'Solicitado por', 'Aangevraagd door'],
  ['Expires', 'Gültig bis', 'Caduca', 'Verloopt'],
  ['Approve', 'Zustimmen', 'Aprobar', 'Goedkeuren'],
  ['Reject', 'Ablehnen', 'Rechazar', 'Afwijzen'],
  ['never', 'nie', 'nunca', 'nooit'],
  ['New secret', 'Neues Geheimnis', 'Nuevo secreto', 'Nieuw geheim'],
  ['Basic authentication', 'Basic-Authentifizierung', 'Autenticación básica', 'Basic-authenticatie'],
  [
    'Send id and secret with every request, at the addresses for clients of other servers',
    'Kennung und Geheimnis mit jeder Anfrage senden, an den Adressen für Clients anderer Server',
    'Enviar identificador y secreto con cada solicitud, en las direcciones para clientes de otros servidores',
    'Id en geheim met elk verzoek meesturen, op de adressen voor clients van andere servers',
  ],
  ['Enable', 'Aktivieren', 'Activar', 'Inschakelen'],
  ['Disable', 'Deaktivieren', 'Desactivar', 'Uitschakelen'],
] as const satisfies TextTable

export type TextKey = (typeof TEXTS)[number][0] | CommonKey

export const useTexts = textsHook(TEXTS)
