/** Reads a contribution in any of the forms that clients send; all faults are reported together. */

import type { Finding } from '@cairn-ehr/openehr'
import { isObjectVersionId, isRmObject, isUuid, type RmObject } from '@cairn-ehr/openehr/rm'
import { validateRm } from '@cairn-ehr/openehr/validate'
import { readVersionUid, type VersionId } from '../../ids/index.ts'
import { isEmptyUid, uidOf, withoutEmptyUid } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { codedText, codeNamed, type Group } from '../../versions/printed/index.ts'

/** UPDATE_AUDIT or AUDIT_DETAILS; without a committer, the caller is the committer. */
export interface AuditInput {
  readonly changeType: number
  readonly committer: RmObject | undefined
  readonly description: RmObject | undefined
}

interface ClientUid {
  /** `uid` of the version itself, or `data/uid`. */
  readonly where: string
  readonly uid: string
}

/** UPDATE_VERSION or ORIGINAL_VERSION. */
export interface VersionInput {
  /** Uids that the client chose, each with its path in the version. */
  readonly uids: readonly ClientUid[]
  readonly preceding: VersionId | undefined
  readonly lifecycle: number
  readonly audit: AuditInput
  readonly data: RmObject | undefined
  /** ATTESTATIONs without the members that the commit sets; the committer may be absent. */
  readonly attestations: readonly RmObject[]
  readonly otherInputs: readonly string[]
}

export interface ContributionInput {
  readonly uid: string | undefined
  readonly audit: AuditInput
  readonly versions: readonly VersionInput[]
}

/** Records a finding; returns undefined so that reading can go on. */
type Report = (path: string, message: string) => undefined

const member = (value: unknown, name: string): unknown =>
  isRmObject(value) ? (value[name] ?? undefined) : undefined

/** Accepts a string, or an object with a string as its value, such as an id or a TERMINOLOGY_ID. */
function textOf(value: unknown): string | undefined {
  const text = isRmObject(value) ? value['value'] : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

function listIn(value: unknown, path: string, report: Report): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : (report(path, 'must be a list') ?? [])
}

/** Accepts a DV_CODED_TEXT, a TERMINOLOGY_CODE, or the code or its rubric as a string, with or without `openehr::`. */
function codeIn(value: unknown, group: Group, path: string, report: Report): number | undefined {
  if (value === undefined) return report(path, 'is missing')
  const code = member(value, 'defining_code') ?? value
  const named = codeNamed(group, textOf(member(code, 'code_string') ?? code) ?? '')
  const terminology = textOf(member(code, 'terminology_id')) ?? 'openehr'
  if (named === undefined || terminology !== 'openehr')
    return report(path, `must be a code of the openEHR group "${group}"`)
  return named
}

/** A DV_TEXT, or its text alone. */
function dvText(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? undefined : { _type: 'DV_TEXT', value }
  if (!isRmObject(value) || value._type !== undefined) return value
  return { _type: value['defining_code'] === undefined ? 'DV_TEXT' : 'DV_CODED_TEXT', ...value }
}

/** Appends a path to the path of its root; validators write `/` for the root itself. */
export const within = (path: string, inner: string): string => (inner === '/' ? path : `${path}${inner}`)

/** Returns the object if it is valid for its class, and reports its findings if not. */
function checkedObject(value: unknown, type: string, path: string, report: Report): RmObject | undefined {
  if (value === undefined) return undefined
  for (const finding of validateRm(value, type)) report(within(path, finding.path), finding.message)
  return isRmObject(value) ? value : undefined
}

/** Adds the type PARTY_IDENTIFIED where it is absent, as it often is. */
const asParty = (value: unknown): unknown =>
  isRmObject(value) && value._type === undefined ? { _type: 'PARTY_IDENTIFIED', ...value } : value

/**
 * `system_id` and `time_committed` are set by the server, so the client's values are not used; a `system_id` must still be well
 * formed.
 */
function checkSystemId(audit: unknown, path: string, report: Report): void {
  const given = member(audit, 'system_id')
  if (given !== undefined && textOf(given)?.trim() === undefined) report(path, 'must be the id of a system')
}

function auditIn(value: unknown, path: string, report: Report): AuditInput {
  if (!isRmObject(value)) report(path, 'is missing; it needs a change_type')
  checkSystemId(value, `${path}/system_id`, report)
  const group = 'audit change type'
  const code = isRmObject(value)
    ? codeIn(member(value, 'change_type'), group, `${path}/change_type`, report)
    : undefined
  return {
    changeType: code ?? 0,
    committer: checkedObject(asParty(member(value, 'committer')), 'PARTY_PROXY', `${path}/committer`, report),
    description: checkedObject(
      dvText(member(value, 'description')),
      'DV_TEXT',
      `${path}/description`,
      report,
    ),
  }
}

/** Placeholders for members that the commit sets, so that the ATTESTATION can be validated before. */
const TO_BE_SET = {
  system_id: 'set by the commit',
  time_committed: { _type: 'DV_DATE_TIME', value: '2000-01-01T00:00:00Z' },
  committer: { _type: 'PARTY_SELF' },
}

function attestationIn(value: unknown, path: string, report: Report): RmObject | undefined {
  if (!isRmObject(value)) return report(path, 'must be an ATTESTATION')
  const { change_type = '666', description, reason, committer, ...rest } = value
  const code = codeIn(change_type, 'audit change type', `${path}/change_type`, report) ?? 0
  const written = Object.fromEntries(
    Object.entries({
      committer: asParty(committer),
      description: dvText(description),
      reason: dvText(reason),
    }).filter(([, given]) => given !== undefined),
  )
  const attestation: RmObject = {
    ...rest,
    _type: 'ATTESTATION',
    change_type: codedText('audit change type', code),
    ...written,
  }
  checkedObject({ ...TO_BE_SET, ...attestation }, 'ATTESTATION', path, report)
  return attestation
}

function precedingIn(value: unknown, path: string, report: Report): VersionId | undefined {
  if (value === undefined || isEmptyUid(value)) return undefined
  return (
    readVersionUid(textOf(value) ?? '') ??
    report(path, 'must be a version uid, <object_uuid>::<system_id>::<number>')
  )
}

function otherInputsIn(value: unknown, path: string, report: Report): string[] {
  return listIn(value, path, report).flatMap((each, at) => {
    const uid = textOf(each) ?? ''
    return isObjectVersionId(uid) ? uid : (report(`${path}[${at}]`, 'must be a version uid') ?? [])
  })
}

function dataIn(value: unknown, path: string, report: Report): RmObject | undefined {
  if (value === undefined) return undefined
  if (!isRmObject(value)) return report(path, 'must be an object')
  return withoutEmptyUid(value)
}

function uidsIn(value: RmObject, data: RmObject | undefined, path: string, report: Report): ClientUid[] {
  const given = member(value, 'uid')
  const own = textOf(given)
  if (given !== undefined && own === undefined && !isEmptyUid(given)) report(path, 'must be a version uid')
  const ofData = uidOf(data)
  return [
    ...(own === undefined ? [] : [{ where: 'uid', uid: own }]),
    ...(ofData === undefined ? [] : [{ where: 'data/uid', uid: ofData }]),
  ]
}

/** The `signature` and `contribution` that a client sends are ignored: the server makes them. */
function versionIn(value: unknown, path: string, report: Report): VersionInput | undefined {
  if (!isRmObject(value)) return report(path, 'must be a version')
  if (value._type === 'IMPORTED_VERSION') return report(path, 'an IMPORTED_VERSION cannot be committed')
  const at = (name: string) => `${path}/${name}`
  const lifecycle = codeIn(
    member(value, 'lifecycle_state'),
    'version lifecycle state',
    at('lifecycle_state'),
    report,
  )
  const attestations = listIn(member(value, 'attestations'), at('attestations'), report)
  const data = dataIn(member(value, 'data'), at('data'), report)
  return {
    uids: uidsIn(value, data, at('uid'), report),
    preceding: precedingIn(member(value, 'preceding_version_uid'), at('preceding_version_uid'), report),
    lifecycle: lifecycle ?? 0,
    audit: auditIn(member(value, 'commit_audit'), at('commit_audit'), report),
    data,
    attestations: attestations.flatMap<RmObject>(
      (each, index) => attestationIn(each, at(`attestations[${index}]`), report) ?? [],
    ),
    otherInputs: otherInputsIn(
      member(value, 'other_input_version_uids'),
      at('other_input_version_uids'),
      report,
    ),
  }
}

function uidIn(value: unknown, report: Report): string | undefined {
  if (value === undefined || isEmptyUid(value)) return undefined
  const uid = textOf(value) ?? ''
  return isUuid(uid) ? uid.toLowerCase() : report('uid', 'must be a UUID')
}

/** Indexes in paths count from 0, as in JSON: `versions[0]/commit_audit/change_type`. */
export function contributionOf(body: unknown): ContributionInput {
  if (!isRmObject(body)) throw new Refusal('request.malformed', 'The body must be a CONTRIBUTION.')
  const findings: Finding[] = []
  const report: Report = (path, message) => {
    findings.push({ path, code: 'contribution.form', message })
    return undefined
  }
  const given = listIn(member(body, 'versions'), 'versions', report)
  if (given.length === 0) report('versions', 'must have at least one version')
  const contribution = {
    uid: uidIn(member(body, 'uid'), report),
    audit: auditIn(member(body, 'audit'), 'audit', report),
    versions: given.flatMap((each, at) => versionIn(each, `versions[${at}]`, report) ?? []),
  }
  if (findings.length > 0)
    throw new Refusal(
      'contribution.invalid',
      'The contribution cannot be read; each fault is listed with its path.',
      findings,
    )
  return contribution
}
