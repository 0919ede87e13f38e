import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { displayUnit } from './units.ts'

describe('units', () => {
  const cases: [code: string, shown: string][] = [
    ['mm[Hg]', 'mmHg'],
    ['cm[H2O]', 'cmH₂O'],
    ['Cel', '°C'],
    ['[degF]', '°F'],
    ['umol/L', 'µmol/L'],
    ['ug', 'µg'],
    ['ug/kg/min', 'µg/kg/min'],
    ['mL/min/{1.73_m2}', 'mL/min/1.73 m²'],
    ['kg/m2', 'kg/m²'],
    ['10*9/L', '×10⁹/L'],
    ['10*3/uL', '×10³/µL'],
    ['[IU]', 'IU'],
    ['m[IU]/L', 'mIU/L'],
    ['u[IU]/mL', 'µIU/mL'],
    ['/min', '/min'],
    ['{beats}/min', 'beats/min'],
    ['ng/mL{FEU}', 'ng/mL FEU'],
    ['dyn.s/cm5', 'dyn·s/cm⁵'],
    ['s-1', 's⁻¹'],
    ['[lb_av]', 'lb'],
    ['[in_i]', 'in'],
    ['a', 'y'],
    ['%', '%'],
    ['1', ''],
    ['mmol/mol', 'mmol/mol'],
    ['cm', 'cm'],
    ['U/L', 'U/L'],
    ['unit', 'unit'],
    ['[unknown]', '[unknown]'],
    ['°C', '°C'],
    ['mL/min/1.73 m²', 'mL/min/1.73 m²'],
    ['', ''],
  ]
  for (const [code, shown] of cases)
    it(`show ${code} as ${shown}`, () => assert.equal(displayUnit(code), shown))

  it('are never left out but for a plain number, and never fail', () => {
    const atom = fc.constantFrom('mm[Hg]', 'Cel', 'umol', 'L', 'kg', 'm2', '{cells}', '10*9', 'x', '[y]')
    const code = fc.array(atom, { minLength: 1, maxLength: 4 }).map(atoms => atoms.join('/'))
    fc.assert(
      fc.property(
        fc.oneof(code, fc.string()),
        each => displayUnit(each) !== '' || /^1?$/.test(each) || each === '{}',
      ),
    )
  })
})
