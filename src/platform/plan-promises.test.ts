import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cardLines, englishLines, promisesAsMarkdown } from '#shared/plan-promises.ts'

test('the cards say what the specification sells, a line each', () => {
  expect(cardLines('basic')).toEqual([
    'Hasta 5 cuentas publicitarias',
    'Análisis básico',
    'Soporte por correo',
    'Exportación de informes',
  ])
  expect(cardLines('premium')).toEqual([
    'Hasta 20 cuentas publicitarias',
    'Análisis avanzado con IA',
    'Soporte prioritario',
    'Automatización de informes e integraciones avanzadas',
  ])
  expect(cardLines('enterprise')).toEqual([
    'Cuentas publicitarias ilimitadas',
    'IA personalizada',
    'Soporte 24/7 y gestor dedicado',
    'API a medida e incorporación acompañada',
  ])
  expect(englishLines('enterprise')).toHaveLength(6)
})

test('docs/plans.md is the table', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/plans.md'), 'utf8')
  expect(text).toContain(promisesAsMarkdown())
})
