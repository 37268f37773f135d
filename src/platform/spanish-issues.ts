import type * as z from 'zod/mini'

/** What a shape says of itself where it has no text of its own: the package's are English. */
export const spanishIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Falta este dato.'
        : (TYPES[issue.expected] ?? NOT_VALID)
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'unrecognized_keys':
      return 'Hay datos que aquí no se esperan.'
    default:
      return NOT_VALID
  }
}

const NOT_VALID = 'Este dato no es válido.'

const TYPES: Record<string, string> = {
  string: 'Debe ser un texto.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  boolean: 'Debe ser verdadero o falso.',
  array: 'Debe ser una lista.',
  object: 'Debe ser un objeto.',
}

type Limit<Code extends string> = Extract<z.core.$ZodRawIssue, { code: Code }>

function tooBig({ origin, maximum }: Limit<'too_big'>): string {
  if (origin === 'string') return `No puede tener más de ${maximum} caracteres.`
  if (origin === 'array') return `No puede tener más de ${maximum} elementos.`
  return `No puede ser mayor que ${maximum}.`
}

function tooSmall({ origin, minimum }: Limit<'too_small'>): string {
  if (origin === 'string')
    return minimum === 1 ? 'No puede estar vacío.' : `Debe tener al menos ${minimum} caracteres.`
  if (origin === 'array')
    return minimum === 1
      ? 'Debe tener algún elemento.'
      : `Debe tener al menos ${minimum} elementos.`
  return `No puede ser menor que ${minimum}.`
}
