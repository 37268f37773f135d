import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from './api-error.ts'

/** A field's rule: the contract's own shape decides, and its Spanish message is what is shown. */
export function obeys(shape: z.ZodMiniType) {
  return (value: unknown) => {
    const { error } = shape.safeParse(value)
    return error ? (error.issues[0]?.message ?? 'Este dato no es válido.') : true
  }
}

/** Puts what the server says about single fields beside them. */
export function showFieldErrors<Values extends FieldValues>(
  { getValues, setError }: UseFormReturn<Values>,
  error: unknown,
): void {
  if (!(error instanceof ApiError)) return
  const known = Object.keys(getValues())
  for (const [name, message] of Object.entries(error.fields)) {
    // The server names its own fields; only those that this form has can be shown there.
    if (known.includes(name)) setError(name as FieldPath<Values>, { message })
  }
}
