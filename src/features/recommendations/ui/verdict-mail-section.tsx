import { call } from '#kit/api.ts'
import { MailWish } from '#kit/components/mail-wish.tsx'
import { queryOf } from '#kit/query.ts'
import { getVerdictMail, setVerdictMail } from '../contract/verdict-mail.ts'

/** What was measured, by mail, unless it is turned off. */
export function VerdictMailSection({ readOnly }: { readOnly: boolean }) {
  return (
    <MailWish
      title="Resultados por correo"
      description="Un solo correo al día para todas tus cuentas, a partir de las 7:00"
      label="Enviarme qué ha hecho cada cambio"
      hint="Los cambios que has aplicado, y los de las cuentas que son tuyas, cuando su resultado ya está medido. Los días en que no hay ninguno no se envía."
      saved={{
        on: 'Recibirás los resultados por correo',
        off: 'Ya no recibirás los resultados por correo',
      }}
      query={queryOf(getVerdictMail, {})}
      save={(activo) => call(setVerdictMail, { activo })}
      readOnly={readOnly}
    />
  )
}
