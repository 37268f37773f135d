import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { TextField } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'> & {
  /** The log-in card is in English, every other form in Spanish. */
  texts?: typeof SPANISH
}

/** Can be shown and hidden again, and warns while Caps Lock is on. */
export function PasswordField({ texts = SPANISH, hint, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      maxLength={1024}
      autoCapitalize="none"
      spellCheck={false}
      hint={capsLock ? texts.capsLock : hint}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      onBlur={(event) => {
        setCapsLock(false)
        props.onBlur?.(event)
      }}
      trailing={
        <IconButton
          label={isShown ? texts.hide : texts.show}
          icon={isShown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}

const SPANISH = {
  show: 'Mostrar contraseña',
  hide: 'Ocultar contraseña',
  capsLock: 'Bloq Mayús está activado.',
}
