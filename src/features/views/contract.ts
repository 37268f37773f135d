import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { Done, Nothing } from '#shared/wire.ts'

/** Screens kept under a name; range, filters and order are in their address. */

export const VIEW_NAME_LENGTH = 60
const NO_VIEW = 'No existe esa vista.'

export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** Of an account that the person does not see where they work now. */
  isGone: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const listViews = endpoint('GET /api/vistas', {
  access: 'user',
  permission: 'self',
  summary: 'The person’s saved views by name',
  input: Nothing,
  reply: z.array(SavedView),
})

export const saveView = endpoint('POST /api/vistas', {
  access: 'user',
  permission: 'self',
  summary: 'Saves a screen under a name; the same name again means this screen from now on',
  input: z.object({
    name: z
      .string('Escribe un nombre.')
      .check(
        z.trim(),
        z.minLength(1, 'Escribe un nombre.'),
        z.maxLength(VIEW_NAME_LENGTH, `Como mucho ${VIEW_NAME_LENGTH} caracteres.`),
      ),
    address: z
      .string()
      .check(
        z.maxLength(2_000, 'La dirección es demasiado larga.'),
        z.regex(/^\/dashboard([/?][^\s\\#]*)?(#[\w-]*)?$/, 'Solo se guardan pantallas del panel.'),
      ),
  }),
  reply: SavedView,
})

export const deleteView = endpoint('DELETE /api/vistas/:viewId', {
  access: 'user',
  permission: 'self',
  summary: 'Forgets a saved view',
  input: z.object({ viewId: z.uuid(NO_VIEW) }),
  reply: Done,
})
