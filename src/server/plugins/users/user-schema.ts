/** The schema of the user type on a new Strapi server, as the content-type builder returns it. */
import type { JsonObject } from '../../../util/json.ts'

const hidden = { configurable: false, private: true, searchable: false }

export const USER_SCHEMA: JsonObject = {
  uid: 'plugin::users-permissions.user',
  plugin: 'users-permissions',
  apiID: 'user',
  schema: {
    draftAndPublish: false,
    timestamps: true,
    displayName: 'User',
    singularName: 'user',
    pluralName: 'users',
    description: '',
    kind: 'collectionType',
    collectionName: 'up_users',
    attributes: {
      username: { type: 'string', minLength: 3, unique: true, configurable: false, required: true },
      email: { type: 'email', minLength: 6, configurable: false, required: true },
      provider: { type: 'string', configurable: false },
      password: { type: 'password', minLength: 6, ...hidden },
      resetPasswordToken: { type: 'string', ...hidden },
      confirmationToken: { type: 'string', ...hidden },
      confirmed: { type: 'boolean', default: false, configurable: false },
      blocked: { type: 'boolean', default: false, configurable: false },
      role: {
        type: 'relation',
        relation: 'manyToOne',
        target: 'plugin::users-permissions.role',
        inversedBy: 'users',
        configurable: false,
        targetAttribute: 'users',
        required: false,
        private: false,
      },
    },
    visible: true,
    restrictRelationsTo: null,
  },
}
