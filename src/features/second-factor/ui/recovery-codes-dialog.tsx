import { useState } from 'react'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { copyText } from '#kit/copy-text.ts'

/** Shown this once. */
export function RecoveryCodesDialog(props: { codes: readonly string[]; onClose: () => void }) {
  const { codes, onClose } = props
  const [isCopied, setCopied] = useState(false)
  const copy = () => void copyText(codes.join('\n')).then(setCopied)
  return (
    <Dialog
      keepOpen
      title="Tus códigos de recuperación"
      onClose={onClose}
      actions={
        <>
          <Button onClick={copy}>{isCopied ? 'Copiados' : 'Copiar'}</Button>
          <Button look="primary" onClick={onClose}>
            Ya los he guardado
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner tone="warning">
          Guárdalos ahora en un lugar seguro: no se volverán a mostrar. Si pierdes el móvil o la
          llave, cada uno abre tu cuenta una sola vez.
        </Banner>
        <ul aria-label="Códigos" className="tabular flex flex-col gap-1 text-sm wrap-anywhere">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
