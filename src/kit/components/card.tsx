import type { ComponentProps } from 'react'
import { classes } from '../class-names.ts'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classes(cardClass, className)} />
}

export const cardClass = 'rounded-card border border-line bg-surface'
