import { askIdentityWith } from '#kit/api.ts'

// Imported by the screens on which something wants the password again: the first view needs none of it.
askIdentityWith(async () =>
  (await import('#features/second-factor/ui/identity-dialog.tsx')).askIdentity(),
)
