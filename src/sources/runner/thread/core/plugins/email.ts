/** Implements the service of the email plugin. The service prints e-mails to the terminal and sends no e-mail. */
import { at, type Bag, bagOf, listOf } from '../reach.ts'
import { configOf } from '../strapi.ts'
import { filled } from './roles.ts'

export type Outbox = (line: string) => void

const PARTS = ['subject', 'text', 'html']

/** Makes a function that prints an e-mail as one line with the receivers and the subject. */
export const sender =
  (outbox: Outbox) =>
  async (mail: unknown): Promise<undefined> => {
    const to = Array.isArray(at(mail, 'to')) ? listOf(at(mail, 'to')).join(', ') : String(at(mail, 'to'))
    outbox(`mail to ${to}, subject ${JSON.stringify(at(mail, 'subject') ?? '')}`)
    return undefined
  }

export const emailService =
  (outbox: Outbox) =>
  ({ strapi }: { readonly strapi: object }): object => {
    const send = sender(outbox)
    return {
      send,
      getProviderSettings: () => ({
        ...{ provider: 'sendmail', providerOptions: {} },
        settings: { defaultFrom: 'Strapi <no-reply@strapi.io>' },
        ...bagOf(configOf(strapi, 'plugin::email')),
      }),
      async sendTemplatedEmail(mail: unknown, template: unknown, data: unknown = {}) {
        const missing = PARTS.filter((name) => !Object.hasOwn(bagOf(template), name))
        if (missing.length > 0)
          throw new Error(`Following attributes are missing from your email template : ${missing.join(', ')}`)
        const texts: Bag = Object.fromEntries(
          PARTS.map((name) => [name, filled(String(at(template, name) ?? ''), data)]),
        )
        return send({ ...bagOf(mail), ...texts })
      },
    }
  }
