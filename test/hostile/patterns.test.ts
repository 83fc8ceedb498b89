/**
 * Tests that no regular expression backtracks excessively. The table must list every pattern in the sources, and no
 * pattern may be built at run time. A checker looks for polynomial and exponential growth.
 */
import { analyse } from 'scslre'
import { describe, expect, test } from 'vitest'
import { compiled } from '../support/patterns.ts'
import { files, found } from './pattern-files.ts'

/** The origin of the texts to which a pattern is applied. */
type Meets =
  /** Any client. */
  | 'request'
  /** Texts in the files of a dataset. */
  | 'dataset'
  /** Texts in the code of a project, in its files and in their names. */
  | 'code'
  /** Texts in the answers of a checked server. */
  | 'server'
  /** Texts that the user of the program enters. */
  | 'options'
  /** Texts from Populace's own repository: cases, rules and generated requests. */
  | 'own'

const TABLE: Readonly<Record<string, readonly [Meets, ...RegExp[]]>> = {
  'src/sources/archive/exported/dataset.ts': ['dataset', /^\d{1,9}\.\d{1,9}\.\d{1,9}/],
  'src/oracle/attribution/body.ts': ['server', /\u200b|\u200c|\u200d|\ufeff/g],
  'src/sources/write/parts.ts': ['dataset', /[\\:\p{Cc}]/u],
  'src/oracle/report/explorer.ts': ['options', /^[\w./:,=+@-]+$/],
  'src/cli/serve/log.ts': ['request', /^[\w.:, ]{1,200}$/, /^[\w.:-]{1,100}$/],
  'src/cli/tokens/pair.ts': ['options', /^[^=]+=+[^=]/],
  'src/cli/commands/upgrade.ts': ['options', /^(([^=/]+)=)?(https?:\/\/.*)$/i],
  'src/server/http/prefix.ts': ['request', /^(?:\/[\w.~-]{1,100}){1,10}$/],
  'src/sources/write/anonymized.ts': ['dataset', /\s/],
  'src/sources/write/pseudonyms.ts': ['dataset', /[\p{L}\p{N}]/u, /[^\p{L}\p{N}-]/gu, /\p{N}/u, /\p{L}/u],
  'src/cli/settings/settings.ts': ['own', /[A-Z]/g],
  'src/cli/commands/data/import.ts': ['options', /^[\w./-]+$/],
  'src/sources/database/names.ts': ['dataset', /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g],
  'src/sources/database/tables.ts': ['dataset', /[^a-z0-9]/gi],
  'src/sources/database/values.ts': ['dataset', /^-?\d+(\.\d+)?$/, /([+-]\d\d)$/],
  'src/sources/project/schemas.ts': ['dataset', /\.\w+$/, /^[a-z0-9-]+$/],
  'src/sources/project/repository/version.ts': [
    'dataset',
    /\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.]{1,40})?/,
    /[":]/g,
    /[ ,]+/,
    /^ {2}\S/,
    /['"]/g,
    /^\//,
    /\d{1,9}(\.\d{1,9})?(\.\d{1,9})?/,
  ],
  'src/sources/fake/fake.ts': ['dataset', /::|\./g],
  'src/sources/fake/words/numbers.ts': ['dataset', /^(?:lat|lng|lon)/],
  'src/sources/fake/pattern/parse.ts': ['dataset', /^(?:[?*+]|\{(\d{1,3})(,?)(\d{0,3})\})/],
  'src/sources/fake/unique.ts': ['own', /\s/],
  'src/sources/fake/words/text.ts': [
    'dataset',
    /[^a-z0-9]+/g,
    /^-/,
    /-$/,
    /([a-z0-9])([A-Z])/g,
    /[^a-z0-9]+/,
  ],
  'src/sources/repair/custom-fields.ts': ['dataset', /[^a-z0-9]+/],
  'src/server/plugins/upload/upload.ts': ['request', /\.[A-Za-z0-9]{1,20}$/],
  'src/server/writing.ts': ['request', /\/$/],
  'src/writing/body/broken-json.ts': ['request', /\r\n|\r|\n/],
  'src/writing/body/parse.ts': ['request', /^[ \t\r\n]*[[{]/, /%5B/gi, /%5D/gi, /\.([^.[=&]+)/g],
  'src/writing/plan/entries.ts': ['request', /^\d+$/],
  'src/writing/plan/stored.ts': [
    'request',
    /\p{Surrogate}/gu,
    /^(?:sha256:[0-9a-f]{64}|\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53})$/,
  ],
  'src/writing/refusal.ts': ['request', /[.[\]]+/],
  'src/writing/validate/shape.ts': ['request', /\s/g, /^(true|1)$/i, /^(false|0)$/i],
  'src/writing/validate/scalars.ts': [
    'request',
    /^[A-Za-z0-9-_.~]*$/,
    /^[a-z\d!#$%&'*+\-/=?^_`{|}~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+$/i,
    /^[a-z\d\-._~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+$/i,
    /[a-z\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]/i,
    /\d/,
    /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/,
    /^[+-]?\d+$/,
  ],
  'src/server/pictures/picture.ts': ['request', /\.svg$/i, /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i],
  'src/server/plugins/plugins.ts': ['request', /^\/_health\/?$/i],
  'src/server/plugins/schemas/typed-client.ts': ['request', /\/strapi-typed-client\//i],
  'src/server/plugins/users/passwords.ts': ['dataset', /^\$2[abxy]?\$(\d\d)\$[./A-Za-z0-9]{53}$/],
  'src/server/plugins/users/people.ts': ['request', /^[+-]?\d{1,15}(?:\.0{1,9})?(?:e\d{1,2})?$/i],
  'src/server/plugins/shape.ts': [
    'request',
    /^[^\d~_-]/,
    /[^\d~_-]$/,
    /^[\w!#$%&'*+\-/=?^`{|}~\u00A0-\uD7FF\uF900-\uFFEF]+$/,
    /^[\w\-~\u00A0-\uD7FF\uF900-\uFFEF]+$/,
  ],
  'src/cli/serve/serve.ts': ['options', /^(?:[\w!#$%&'*+.^`|~-]{1,100})$/],
  'src/reference/access.ts': ['request', /\s+/],
  'src/util/bytes.ts': ['dataset', /[^\0-\xff]/],
  'src/util/url/explorer-url.ts': ['request', /%5[bB]/g, /%5[dD]/g],
  'src/util/url/percent.ts': ['request', /%[2-7][0-9a-f]/gi],
  'src/util/url/target.ts': ['request', /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, /#.*$/s],
  'src/reference/fast/index/permutation.ts': ['dataset', /[\ud800-\udfff]/],
  'src/reference/values.ts': [
    'request',
    /[^\0-\x7f]/,
    /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i,
    /^[+-]?\d+$/,
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/,
    /^((?:2[0-3]|[01]\d):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/,
    /[T ]/,
    /(Z|[+-]\d{2}(:?\d{2})?)$/i,
  ],
  'src/reference/check/populate.ts': ['request', /^\d+$/],
  'src/reference/check/sort-faults.ts': ['request', /^(asc|desc)$/i],
  'src/reference/strapi/databases/general-ci.ts': [
    'request',
    /[\u0180\u019A\u019B\u019E\u023C\u023F\u0240\u0242\u0247\u0249\u024B\u024D\u024F-\u0252\u025C]/,
    /[\u0261\u0264-\u0266\u026A-\u026C\u0271\u027D\u0282\u0287\u0289\u028C\u029D\u029E\u0371-\u0374\u0377]/,
    /[\u037B-\u037E\u03D7\u03D9\u03F3\u03F8\u03FB\u048B\u04C6\u04CA\u04CE\u04CF\u04F7\u04FB\u04FD]/,
    /[\u04FF-\u052F\u10D0-\u10FF\u13A0-\u13FF\u1C80-\u1DFF\u1EFA-\u1EFF\u2C00-\uABFF]/,
    /[\u00C0-\u024F\u0386-\u03D4\u0400-\u0418\u041A-\u04F9\u1E00-\u1EF9]/,
    /[\u1F00-\u1F6F\u1F80-\u1FAF\u1FB0-\u1FFC]/,
    /[\u0385\u0387\u1F71\u1F73\u1F75\u1F77\u1F79\u1F7B\u1F7D\u1FBB\u1FC1\u1FC9\u1FCB\u1FCD-\u1FCF\u1FD3]/,
    /[\u1FDB\u1FDD-\u1FDF\u1FE3\u1FEB\u1FED-\u1FEF\u1FF9\u1FFB]/,
    /^[ -~]*$/,
  ],
  'src/reference/strapi/databases/glibc.ts': [
    'request',
    /(?![\p{Sc}\uFFFD])(?:[\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}]|\uFE0F|\u20E3)/gu,
    /[\uAC00-\uD7A3\u3400-\u4DBF\u9FA6-\u9FFF\u{20000}-\u{3FFFF}]/gu,
    /[\u4E00-\u9FA5\uFFFD]/gu,
  ],
  'src/reference/strapi/databases/literals.ts': [
    'request',
    /^\s*(?:nan|([+-]?)inf(?:inity)?)\s*$/i,
    /^\s*(\d{4})(?:-(\d{1,2})-(\d{1,2})|(\d\d)(\d\d))(?:[T ](\S+)\s*)?$/,
    /^(\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/i,
    /^(\d\d)(\d\d)(\d\d)?$/,
    /^(\d\d)??(\d\d)??(\d\d)$/,
    /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i,
  ],
  'src/reference/strapi/databases/mariadb.ts': ['request', /[^\d]/g],
  'src/reference/strapi/databases/mysql.ts': ['request', /\p{Mn}/gu],
  'src/reference/strapi/databases/postgres.ts': [
    'request',
    /\p{Lu}|\p{Lt}|\p{So}|\p{Nl}/gu,
    /^[ \t\n\v\f\r]*[+-]?\d+[ \t\n\v\f\r]*$/,
    /^\s*[+-]?\d+\s*$/,
  ],
  'src/reference/strapi/databases/sqlite.ts': [
    'request',
    /[\u0080-\uffff]/,
    /[A-Z]+/g,
    /^\d{13}(?:000|\d99)/,
  ],
  'src/reference/load/access.ts': ['dataset', /^(.+)\.(?:find|findOne|create|update|delete)$/],
  'src/reference/load/json/token.ts': [
    'dataset',
    /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
    /^[\da-fA-F]{4}$/,
    /^[-\d]/,
    /[eE]/,
    /^[^eE]*[1-9]/,
    /^-?\d+$/,
  ],
  'src/reference/load/files/copied-files.ts': ['dataset', /^[^.\\\0][^\\\0]*$/],
  'src/reference/load/settings.ts': ['dataset', /^(?:\/[\w.~!$&'()*+,;=:@-]+)*$/, /\/\.{1,2}(?:\/|$)/],
  'src/reference/load/rows/tables.ts': ['dataset', /\p{Surrogate}/u],
  'src/reference/names/beside.ts': ['request', /^\d\d?$/],
  'src/reference/names/columns.ts': ['dataset', /^(?:[a-z]+|\d+)(?:_(?:[a-z]+|\d+))*$/],
  'src/reference/strapi/releases/parse.ts': [
    'request',
    /%5b/gi,
    /%5d/gi,
    /\[[^[\]]*\]/g,
    /\[([^[\]]*)\]/g,
    /^\d+$/,
    /\[(\d{1,9})\]/g,
  ],
  'src/reference/strapi/plan/patterns.ts': ['request', /[%_]/],
  'src/reference/parse/sort.ts': ['request', /^(asc|desc)$/i, /[.:]/, /^\d+$/],
  'src/reference/not-found.ts': ['request', /^(?:[\\/]|[a-z]:[\\/])/i, /(?:^|[\\/])\.\.(?:[\\/]|$)/],
  'src/reference/parse/url.ts': [
    'request',
    /(\](?==)|^[^[=]*(?==)).*$/s,
    /\[([^[\]]*)\]/g,
    /\p{Surrogate}/gu,
    /%(?:5B|5D|24|2C|3A|2F|40)/g,
  ],
  'src/reference/strapi/profile.ts': ['options', /^[+-]/, /^strapi-([^-]*)(?:-(.*))?$/],
  'src/reference/strapi/versions.ts': ['options', /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/],
  'src/reference/schema/names.ts': [
    'dataset',
    /^[a-z][a-z0-9-]*::[a-z0-9_-]+(\.[a-z0-9_-]+)?$/i,
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    /^$|^\$|^__|[.,:[\]]|^\*$|^\d+$|^\s|\s$|\p{Surrogate}/u,
    /^[^/.]+\/[^/.]+$/,
  ],
  'src/reference/schema/scalar.ts': [
    'dataset',
    /^\d{4}-\d\d-\d\d$/,
    /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/,
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/,
    /^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/,
    /^[+-]?\d+$/,
  ],
  'src/server/admin/explorer.ts': ['request', /(?:^|,)\s*text\/html/],
  'src/server/admin/page.ts': ['request', /^[a-z][a-z0-9-]{0,60}\.(?:js|css|json|html)$/],
  'src/server/worlds/named.ts': ['request', /^[\w.-]{1,100}$/],
  'src/server/faults/rule.ts': ['options', /^(\d{1,6})(?:-(\d{1,6}))?$/],
  'src/server/uploads.ts': ['request', /^bytes=(\d{0,15})-(\d{0,15})$/],
  'src/server/http/visitors.ts': [
    'request',
    /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i,
    /^[a-z0-9.:[\]_-]{1,255}$/i,
    /\.$/,
  ],
  'src/util/printable.ts': [
    'request',
    /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u,
    /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
    /[^ -~]/,
  ],
  'src/cli/help.ts': ['own', /^--/],
  'src/cli/notes.ts': ['dataset', /"[^"]*"/g, /[\d/:.@…]/],
  'src/sources/project/repository/find.ts': ['dataset', /^[^\s#-]/, /['"]/g],
  'src/oracle/upgrade/report/markdown.ts': ['request', /[^`]+/],
  'src/oracle/attribution/operators.ts': ['server', /[^$\w]+/],
  'src/oracle/attribution/crash.ts': ['server', /^[A-Za-z]+[.,:;]?$/],
  'src/oracle/compare/headers.ts': ['server', /[\s"]/g],
  'src/oracle/bodies/line.ts': ['server', /^ *::|[\p{C}\p{Zl}\p{Zp}]|##/gu],
  'src/oracle/causes/features.ts': [
    'own',
    /\[on\]/,
    /(^|&)populate/,
    /(^|&)filters/,
    /(^|&)sort/,
    /(^|&)_q/,
    /(^|&)pagination/,
    /(^|&)fields/,
    /(^|&)(status|publicationFilter|hasPublishedVersion)/,
    /(^|&)locale/,
  ],
  'src/oracle/compare/equality.ts': [
    'server',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    /[a-z][a-z0-9]{23}/g,
    /\d+/g,
  ],
  'src/oracle/writes/markers/markers.ts': [
    'own',
    /«([^«»]*)»/g,
    /^«([^«»]*)»$/,
    /^(\d+)(\/.*)$/,
    /^(\S+) (#?)(\d+)$/,
  ],
  'src/oracle/writes/markers/marking.ts': ['own', /[a-z][a-z0-9]{23}/g],
  'src/oracle/writes/watched.ts': ['own', /[?&]locale=([\w-]+)/, /«[^«»]*»$/],
  'src/oracle/writes/generate/sequences.ts': ['options', /^writes:(-?\d+):(\d{1,9})$/],
  'src/oracle/names/case-ids.ts': ['own', /%C2%AB(?:[^%]|%(?!C2%))*%C2%BB/g],
  'src/oracle/names/mentions.ts': ['server', /=$/, /\[.*$/s, /\[([^[\]]*)\]/g, /^\d*$/],
  'src/oracle/names/request.ts': ['server', /\?$/, /^\d+$/, /^\d*$/, /^[a-z0-9_]*$/],
  'src/oracle/parts/laws/trial.ts': ['options', /^https?:/],
  'src/oracle/probe/types.ts': ['server', /certificate/i],
  'src/oracle/target/secrets/secrets.ts': [
    'options',
    /[\p{L}\p{N}]/u,
    /^basic +(\S+)$/i,
    /^[A-Za-z]+ +(\S.*)$/,
    /[^A-Z0-9]+/g,
  ],
  'src/oracle/exchange/load.ts': ['server', /[&,]/],
  'src/oracle/parts/replay.ts': [
    'options',
    /^(?:(sound|malformed):)?(-?\d+):(\d+(?::\d+)*)(?:~(\d+(?:\.\d+)*))?(!)?$/,
  ],
  'src/util/url/headers.ts': ['options', /^[a-z0-9!#$%&'*+.^_`|~-]+$/i, /^[\t -~]*$/],
  'src/oracle/target/limits/rate-limit.ts': ['server', /^\s*\d{1,9}\s*$/, /^[A-Za-z]{3},? /],
  'src/oracle/report/freeze.ts': ['server', /^bearer\s+(\S+)$/i, /\{(?=\+?[A-Za-z][A-Za-z0-9]*\})/g],
  'src/oracle/report/markdown.ts': [
    'server',
    /`+/g,
    /((?<!`)`[^`]+`(?!`))/,
    /[`<>*_[\]\\&~|@#]|:(?=\/\/)|(?<=www)\./gi,
  ],
  'src/oracle/attribution/misread/misreading.ts': ['own', /^bearer /i],
  'src/oracle/attribution/misread/joins.ts': ['own', /^\w+$/],
  'src/oracle/circumstances/entries.ts': ['own', /^\d+$/],
  'src/oracle/circumstances/filters.ts': ['own', /^[aeio]/],
  'src/oracle/circumstances/request.ts': [
    'own',
    /\[\d\d+\]/,
    /\[\]/,
    /^\d+$/,
    /^(?:no token$|a token|the path of |an entry or component of the type |draft & publish in |a type without |a localized type$)/,
    /^\s|\s$|,\s|\s,/,
    /^[^=]*%/,
  ],
  'src/oracle/causes/plainness.ts': [
    'own',
    /^[1-9]\d*$/,
    /^\d\d+$/,
    /^[ft01]$/i,
    /^\s|\s$|,\s|\s,/,
    /[^\w,.:*-]/,
    /:(?!asc\b|desc\b)/,
    /^(\d+|true|false)$/,
    /^(draft|published)$/,
    /\/\/|\/$|%/,
    /[[{]/,
    /\[\]|\{\}/,
    /\d{7}/,
  ],
  'src/oracle/circumstances/texts.ts': [
    'dataset',
    /^[\d-]{10}T[\d:.]{5,18}(?:Z|[+-][\d:]{4,5})?$/,
    /[&<>"']/,
    /[%_]/,
    /^[\d-]{10}T[\d:]{8}\.000Z$/,
    /^\$\w+i$/,
    /\.\d+/,
    /\p{Lu}/u,
    /^[+-]?0\d/,
    /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i,
    /^[+-]?\d*\.\d+$/,
    /\d{16}/,
    /^\d{4}-\d\d-\d\d$/,
    /[+-]\d\d:?\d\d$/,
    /^\d{4}-\d\d-\d\dT[\d:.]+$/,
    /^\d\d:\d\d$/,
    /^\d\d:\d\d:\d\d(\.\d{1,2})?$/,
    /\p{M}/gu,
  ],
  'src/oracle/attribution/misread/misreadings.ts': [
    'own',
    /^\d*$/,
    /^\d+$/,
    /,|%2C/i,
    /\[|%5B/i,
    /^(fields|populate|sort)\[\]$/,
    /^sort\[[^\]\d]/,
    /\[[^$[\]]+\]\[[1-9]\d*\]$/,
    /\[\d\d+\]/,
    /\[filters\]\[(id|documentId)\]/,
    /^populate\[[^\]\d][^\]]*\]=(true|1|t)$/,
    /^populate\[[^\]\d][^\]]*\]=(false|0|f)$/,
  ],
  'src/oracle/attribution/misread/nesting.ts': ['own', /^\d+$/],
  'src/oracle/attribution/misread/lists.ts': [
    'own',
    /^pagination(?:\[|%5B)page(?:\]|%5D)=(\d+)$/i,
    /^pagination(?:\[|%5B)start(?:\]|%5D)=(\d+)$/i,
    /^pagination(?:\[|%5B)limit(?:\]|%5D)=(\d+)$/i,
  ],
  'src/oracle/attribution/misread/filters/conditions.ts': ['own', /^\d+$/],
  'src/oracle/attribution/misread/filters/typed-operands.ts': [
    'own',
    /\.\d+/,
    /[+-]\d\d:?\d\d$/,
    /^([+-]?\d+)\.\d+$/,
  ],
  'src/oracle/attribution/misread/filters/values.ts': ['own', /\p{M}/gu, /^-?\d+$/],
  'src/oracle/attribution/misread/paths.ts': ['request', /^\/api\/[^/]*[A-Z]/],
  'src/oracle/attribution/misread/parameters/pagination.ts': ['own', /^-\d+$/],
  'src/oracle/attribution/misread/distortions/shapes.ts': ['own', /(?<!\\)":\[\]/g],
  'src/oracle/attribution/misread/distortions/sorting.ts': ['own', /^[\w.]+$/],
  'src/oracle/attribution/misread/parameters/sorting.ts': [
    'own',
    /(^|:)\s*desc(?=\s*(?:,|$))/gi,
    /^\d+$/,
    /(\[|%5B)\d+/i,
  ],
  'src/oracle/attribution/misread/several.ts': [
    'own',
    /(^|:)\s*(?:ASC|DESC)(?=\s*(?:,|$))/g,
    /^(asc|desc)$/i,
  ],
  'src/oracle/attribution/traits.ts': ['own', /[+-]\d\d:?\d\d$/, /^\d{4}-\d\d-\d\d/, /^\d\d:\d\d/],
  'src/oracle/attribution/wording.ts': ['server', /([ "'`])/],
  'src/oracle/attribution/misread/encodings.ts': ['own', /%5[bd]/i, /%2b/gi, /%26/i, /;|%3b/i],
  'src/oracle/parts/choice.ts': ['options', /\.$/],
  'src/oracle/report/words.ts': ['server', /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu],
  'src/oracle/shrink/query.ts': ['own', /(?:%[0-9a-f]{2})+/gi, /[\w.~!$'()*,;:@/[\]-]/],
  'src/oracle/suite/records.ts': ['own', /["<>\\^`{|}]/g],
  'src/cli/terminal.ts': ['server', /^::/gm, /^\d{1,2}m/],
  'src/oracle/report/ci/tap.ts': ['server', /\s+/g],
  'src/oracle/report/texts.ts': [
    'options',
    /^https?:/,
    /\s+/,
    /"''$/,
    /«(\d+)(\/[^«»]*)»/g,
    /"«(\d+)(\/[^«»]*(?<=\/)id)»"/g,
  ],
  'src/cli/serve/around.ts': ['options', /^[\w.~-]+$/],
  'src/server/admin/access.ts': ['request', /^https?:\/\/([^/?#]+)/i, /^\/_populace\/?$/],
  'src/util/secrets.ts': [
    'request',
    /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]{5,}/g,
    /^(?:[\w-]*(?:secret|password|api[_-]?key|token|authorization|cookie)|jwt|code)$/i,
    /^(?:proxy-)?authorization$/i,
    /^(?:set-)?cookie$/i,
    /^([A-Za-z]{1,20})\s+\S/,
    /\s+/,
  ],
  'src/util/html.ts': ['server', /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu],
  'src/util/url/curl.ts': ['options', /^[\w .:/-]*\$[A-Z][A-Z0-9_]*$/],
  'src/oracle/requests/from-data.ts': ['dataset', /[\ud800-\udfff]/g],
  'src/oracle/suite/compare.ts': ['own', /^(0|[1-9]\d*)$/],
  'src/oracle/suite/fill.ts': ['own', /\{(\+?)([A-Za-z][A-Za-z0-9]*)\}/g, /^\{([A-Za-z][A-Za-z0-9]*)\}$/],
  'src/oracle/traffic/read.ts': ['request', /^\[\s*["{\]]/, /[ \t]/],
  'src/oracle/target/http.ts': ['options', /^\[|\]$/g, /\/$/],
  'src/oracle/target/recovery/reload.ts': ['options', /^https?:\/\//],
  'src/oracle/target/wire.ts': [
    'server',
    /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i,
    /#.*$/s,
    /[^!-~]+/g,
    /^[a-z0-9!#$%&'*+.^_`|~-]+$/i,
    /^[\t -~]*$/,
    /^(bearer\s+)(\S+)$/i,
  ],
  'src/server/watch/watch.ts': ['dataset', /[\\/](?:node_modules|\.git|dist|build|\.cache)(?:[\\/]|$)/],
  'src/tools/types/declarations.ts': ['own', /^(?:export )?(?:type|interface) (\w+)/gm],
  'src/util/text/case.ts': ['dataset', /[^A-Za-z0-9]+/],
  'src/tools/types/names.ts': [
    'dataset',
    /^\d/,
    /^[^'\\\p{C}\p{Z}]*$/u,
    /^[A-Za-z_$][\w$]*$/,
    /[\p{Cc}\p{Zl}\p{Zp}]+/gu,
  ],
  'src/tools/openapi/document.ts': ['options', /\/$/],
  'src/reference/load/files/interrupted.ts': [
    'dataset',
    /^new-[0-9a-f]{12}-\d{1,6}$/,
    /^(?:entries\/)?[^./\\:\p{Cc}][^/\\:\p{Cc}]{0,250}\.json$/u,
    /^uploads\/[^./\\:\p{Cc}][^/\\:\p{Cc}]{0,250}$/u,
  ],
  'src/sources/runner/thread/http/routes.ts': ['code', /:\w+/g],
  'src/sources/runner/host/concerns.ts': ['code', /[:*(){}?+[\]\\%]/, /[*({?+]/],
  'src/sources/runner/host/flight.ts': ['request', /^(?:find|count|load|me$)/, /^(?:GET|HEAD|OPTIONS)$/i],
  'src/sources/runner/thread/configure/configure.ts': [
    'code',
    /\.(?:[cm]?[jt]s)$/,
    /\.(?:[cm]?[jt]s|json)$/,
    /\.[cm]?ts$/,
    /\.d\.[cm]?ts$/,
  ],
  'src/sources/runner/thread/http/errors.ts': [
    'code',
    /^Cannot read properties of (?:undefined|null) \(reading '([^']*)'\)$/,
    /^Cannot destructure property '[^']*' of '(?:[^']*\.)?user' as it is (?:undefined|null)\.$/,
    /(?<![\w$])user(?:\?\.|\.)([\w$]*)/g,
  ],
  'src/sources/runner/thread/configure/problem.ts': ['code', /^Error: /, /\((\d+):\d+\)/],
  'src/sources/runner/thread/core/plugins/jwt.ts': [
    'request',
    /^(-?\d+(?:\.\d+)?) *(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|y|yrs?|years?)?$/i,
    /^(?:ms|milli)/,
    /\s+/,
  ],
  'src/sources/runner/thread/core/plugins/roles.ts': [
    'code',
    /\p{M}/gu,
    /[^a-z\d]+/,
    /<%[=-]?\s*([\w.]+)\s*%>/g,
  ],
  'src/sources/runner/thread/core/plugins/upload.ts': ['request', /^image\/(?!svg)/],
  'src/sources/runner/thread/core/utils/errors.ts': ['request', /[.[\]]+/],
  'src/sources/runner/thread/core/utils/parse-type.ts': [
    'request',
    /^(2[0-3]|[01][0-9]):([0-5][0-9]):([0-5][0-9])(\.[0-9]{1,3})?$/,
    /^-?\d+$/,
  ],
  'src/sources/runner/thread/core/utils/strings.ts': [
    'request',
    /\p{M}/gu,
    /(?<=[A-Z]{2})(?=\d)/g,
    /(?<=[a-z\d])(?=[A-Z])/g,
    /(?<=[A-Z])(?=[A-Z][a-rt-z\d])/g,
    /['’]/g,
    /[^a-zA-Z\d]+/,
    /\p{M}|['’]/gu,
    /([a-z])([A-Z\d])|(\d)([A-Za-z])|([A-Z])([A-Z][a-z])/g,
    /[^A-Za-z\d]+/,
    /^[a-z][a-zA-Z0-9]+$/,
    /^([a-z][a-z0-9]*)(-[a-z0-9]+)*$/,
    /^[0-9]/,
  ],
  'src/sources/runner/thread/guard/hosts.ts': [
    'options',
    /^\[|\]$/g,
    /\.$/,
    /^(\[[^\]]*\]|[^:]*):(\d+)$/,
    /^\d+$/,
  ],
  'src/sources/runner/thread/guard/output.ts': ['code', /\r$/],
  'src/sources/runner/thread/guard/processes.ts': [
    'code',
    /^(?:better_sqlite3|node_sqlite3|sqlite3|libsql|duckdb|oracledb.*|odbc|pq|addon-pq)\.node$/,
  ],
  'src/sources/runner/thread/http/koa.ts': ['request', /[^A-Za-z0-9]+/],
  'src/sources/runner/thread/http/trace/lines.ts': ['code', /[\s(=]/],
  'src/sources/runner/thread/modules/built.ts': ['code', /(?<!\.d)\.([cm]?)ts$/, /\.([cm]?)js$/],
  'src/sources/runner/thread/modules/compile.ts': [
    'code',
    /\.[cm]?tsx?$/,
    /\.[jt]sx$/,
    /^[ \t]*(?:import|export)\b|\bimport\s*[(.]/m,
    /\bimport\.meta\b/g,
  ],
  'src/sources/runner/thread/modules/loader.ts': [
    'code',
    /^\.{1,2}(?:[\\/]|$)/,
    /^\s*(['"])use strict\1;?/,
    /[.!?]$/,
  ],
  'src/sources/runner/thread/strapi/sql/statement.ts': [
    'code',
    /\\\?|\?\??/g,
    /(\\|:)?:(\w+)(:)?/g,
    /^\s*(?:select|values|with)\b/i,
    /[a-z_][\w$]*/gi,
  ],
  'src/sources/runner/thread/strapi/data/constants.ts': [
    'code',
    /^select\s+(\d{1,15})(?:\s+as\s+"?(\w{1,63})"?)?;?$/i,
  ],
  'src/sources/runner/thread/strapi/data/database.ts': ['code', /^(?:admin|plugin|strapi)::/],
  'src/sources/runner/thread/strapi/data/hooks/plan.ts': ['code', /^(?:before|after)/],
  'src/sources/runner/thread/strapi/data/hooks/query-plan.ts': ['code', /FindOne|FindMany|Count/],
  'src/sources/runner/thread/strapi/load/apis.ts': [
    'code',
    /(?:controllers|services)$/,
    /^(?:app|vite\.config|webpack\.config)\.[cm]?[jt]sx?$/,
  ],
  'src/sources/runner/thread/strapi/load/enabled.ts': ['code', /^@strapi\/plugin-(.+)$/],
  'src/sources/runner/thread/strapi/load/files.ts': [
    'code',
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    /\.(?:d|test|spec)\.[cm]?[jt]s$/,
  ],
  'src/sources/runner/thread/strapi/services/config.ts': ['code', /^[^\d]*/],
  'src/sources/runner/thread/strapi/unavailable.ts': ['code', /^(.+?):(\d+)(?::\d+)?\)?$/],
  'src/tools/openapi/code.ts': [
    'code',
    /\{(\w+)\}/g,
    /[^A-Za-z0-9]+(.)?/g,
    /:([A-Za-z_]\w*)(?:\([^()]*\))?[?*+]?/g,
    /\([^()]*\)|\*\w*/g,
    /[{}]{2,}/g,
    /\{\w+\}/g,
  ],
  'src/oracle/attribution/writes/misread/forms.ts': ['own', /%[89A-F][0-9A-F]/gi],
  'src/oracle/attribution/writes/misread/scalars.ts': [
    'own',
    /^(\d{4}-\d\d-\d\dT[\d:.]{5,20})[+-]\d\d:?\d\d$/,
    /\.\d{1,3}(?=Z?$)/,
  ],
  'src/oracle/attribution/writes/refusals.ts': ['own', /\p{M}/gu, /[^a-z0-9]+/g, /^-|-$/g],
  'src/oracle/attribution/writes/status.ts': ['server', /[a-z][a-z0-9]{23}/g],
  'src/oracle/attribution/misread/filters/casts.ts': [
    'own',
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/,
  ],
  'src/oracle/causes/cause.ts': ['own', /(?<=\.) /],
  'src/oracle/causes/observed.ts': [
    'server',
    /^The server answers \d+( \(\w+\))? in place of \d+\.$/,
    /^The /,
  ],
  'src/oracle/observed/forms.ts': [
    'server',
    /\.\d{3}/,
    /^-?\d{16,}$/,
    /[^\0-\x7f]/gu,
    /[^\0-\x7f]/g,
    /Z$/,
    /\.\d{3}Z$/,
  ],
  'src/writing/service/content-api/sort.ts': ['request', /^(?:asc|desc)$/i],
  'src/writing/service/reads/engine/columns.ts': ['request', /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g],
  'src/writing/service/reads/engine/operands.ts': ['request', /^[+-]?\d+$/],
  'src/cli/inspect/advice.ts': [
    'code',
    /^[\w./-]+$/,
    /--allow-network ([^\s]{1,200}) to open/,
    /^(?:\*|api::.*)\.find(?:One)?$/,
  ],
  'src/cli/inspect/inspection.ts': ['code', /\/lifecycles\.[^/]*$/],
  'src/cli/serve/watch.ts': ['dataset', /\.[cm]?[jt]sx?$/],
  'src/cli/numbers.ts': ['options', /^\d+$/, /^-?\d+$/],
}

/** Patterns that take linear time although the checker objects to them, each with the reason. */
const LINEAR: ReadonlyMap<string, string> = new Map(
  ['#', '\\['].map((first) => [
    `/${first}.*$/s`,
    'with the flag `s`, `.*` matches the rest of the text, so the pattern matches at the first `#` or `[`',
  ]),
)
const listed = Object.entries(TABLE).flatMap(([path, [, ...patterns]]) =>
  patterns.map((pattern) => `${path} ${pattern}`),
)

describe('the patterns of the sources', () => {
  test('the search for patterns in the sources finds more than 60 patterns', () =>
    expect(found.length).toBeGreaterThan(60))

  test('the patterns of the sources are all in the table', () => {
    const missing = found.filter(({ path, text }) => !listed.includes(`${path} ${text}`))
    expect(missing.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  test('the patterns of the sources are the only patterns in the table', () => {
    const there = new Set(found.map(({ path, text }) => `${path} ${text}`))
    expect(listed.filter((row) => !there.has(row))).toEqual([])
  })

  test('the patterns of the sources are all literals, so that none is built at run time', () => {
    const makers = files.flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        /\bRegExp\s*\(|\.(match|matchAll|search)\((?!\/)/.test(line) ? [`${path}:${at + 1}`] : [],
      ),
    )
    expect(makers.filter((place) => !isOfSchema(place))).toEqual([])
  })
})

/**
 * Returns whether a pattern is an exception: `regex` in a schema file, which the author of the schema writes and no
 * client can change.
 */
const isOfSchema = (place: string): boolean =>
  ['src/writing/model.ts', 'src/writing/validate/scalars.ts'].some((path) => place.startsWith(`${path}:`))

/** Returns the kinds of growth that the checker reports as slower than linear. */
const growth = (pattern: RegExp): readonly string[] =>
  analyse(pattern).reports.map(({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`)

describe('time', () => {
  test.each([
    [/(a+)+$/, 'Self, exponential'],
    [/^[+-]?\d+\.?\d*$/, 'Trade'],
    [/a*b/, 'Move'],
  ])('the checker finds the growth of %s', (pattern, what) => {
    expect(growth(pattern)).toContain(what)
  })

  test('every pattern takes linear time', () => {
    const bad = found
      .filter(({ text }) => !LINEAR.has(text))
      .filter((pattern) => growth(compiled(pattern)).length)
    expect(bad.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  test('each exception is a pattern of the sources, and the checker reports the pattern as slow', () => {
    for (const text of LINEAR.keys()) {
      const pattern = found.find((one) => one.text === text)
      expect(pattern === undefined ? [] : growth(compiled(pattern)), text).not.toEqual([])
    }
  })
})
