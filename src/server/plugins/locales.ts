/** Answers `/i18n/locales` with the list of locales. */
import { localeRows } from '../world/locale-rows.ts'
import { success } from './answer.ts'
import type { Endpoint } from './context.ts'

export const listLocales: Endpoint = ({ context }) => success(localeRows(context.world.graph.locales))
