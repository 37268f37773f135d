import { useState } from 'react'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { copyText } from '#kit/copy-text.ts'

type Props = { title: string; label: string; secret: string; hint?: string; onClose: () => void }

/** A secret that is shown this once. */
export function SecretDialog({ title, label, secret, hint, onClose }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void copyText(secret).then(setCopied)
  return (
    <Dialog
      keepOpen
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={copy}>{isCopied ? 'Copiado' : 'Copiar'}</Button>
          <Button look="primary" onClick={onClose}>
            Ya lo he guardado
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warning">
          Guárdalo ahora: no se volverá a mostrar. Quien lo tenga puede leer tus datos.
        </Banner>
        <TextField
          label={label}
          readOnly
          value={secret}
          hint={hint}
          onFocus={(event) => event.target.select()}
        />
      </div>
    </Dialog>
  )
}
