import { expect, test } from 'vitest'
import { guessableProblem } from './password-policy.ts'

const OWNER = { email: 'marta.soler@zapatos.es', name: 'Marta Soler' }

test.each([
  'contraseña',
  'Contrasena1',
  'P4ssw0rd!',
  'realmadrid2026',
  'TEQUIERO',
  'qwertyui',
  '87654321',
  '11111111',
  'abababab',
  'holahola',
  'defghijk',
])('«%s» is one of the first guesses', (password) => {
  expect(guessableProblem(password, OWNER)).toMatch(/más usadas/)
})

test.each(['marta.soler', 'Soler2026', 'marta soler', 'marta.soler@zapatos.es'])(
  '«%s» is the person’s own name or address',
  (password) => {
    expect(guessableProblem(password, OWNER)).toMatch(/tu nombre ni tu correo/)
  },
)

test.each(['gato con tres farolas', 'xK9#vq2LmZ', 'mesa-lluvia-77', 'ñandú veloz', 'ajo y agua'])(
  '«%s» is fine',
  (password) => {
    expect(guessableProblem(password, OWNER)).toBeNull()
  },
)
