import { call } from '#kit/api.ts'
import { MailWish } from '#kit/components/mail-wish.tsx'
import { queryOf } from '#kit/query.ts'
import { getMorningMail, setMorningMail } from '../contract/morning.ts'

type MorningSectionProps = { readOnly: boolean; inTeam?: boolean }

/** 'Hoy' by mail, for who wants it. In a team of others it is only there to be turned off: it tells of one's own accounts. */
export function MorningSection({ readOnly, inTeam = false }: MorningSectionProps) {
  return (
    <MailWish
      title="Hoy por correo"
      description={
        inTeam
          ? 'De tus propias cuentas, no de las de este equipo'
          : 'Un solo correo para todas tus cuentas, a partir de las 7:00'
      }
      label="Enviarme lo nuevo cada mañana"
      hint="Lo que se ha salido de lo normal, los presupuestos que se agotan y las decisiones nuevas. Las mañanas en que no hay nada nuevo no se envía."
      saved={{ on: 'Recibirás Hoy por correo', off: 'Ya no recibirás Hoy por correo' }}
      query={queryOf(getMorningMail, {})}
      save={(activo) => call(setMorningMail, { activo })}
      readOnly={readOnly}
      isHiddenWhileOff={inTeam}
    />
  )
}
