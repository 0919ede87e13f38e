/** The usage of each operator command, in a file of its own since the commands take long to load. */

export const SERVE_USAGE =
  'cairn serve   start the server; settings are environment variables, which "cairn config" shows'

export const CONFIG_USAGE = 'cairn config [--json]   show every setting with its value'

export const CLIENT_USAGE = `cairn client create --name NAME [--id ID] [--kind backend] [--scopes api.read,api.write]
                    [--redirect-uri URI]… [--jwks FILE | --jwks-uri URL] [--dpop] [--basic]
                    [--post-logout-redirect-uri URI]… [--backchannel-logout-uri URL]
                                 --kind: public, confidential (people sign in) or backend (for itself)
cairn client list
cairn client show ID
cairn client update ID [--name …] [--scopes …] [--redirect-uri URI]… [--jwks FILE] [--jwks-uri URL] [--dpop | --no-dpop] [--basic | --no-basic]
                    [--post-logout-redirect-uri URI]… [--backchannel-logout-uri URL]
                                 what is left out stays as it is
cairn client rotate ID [--now]   the old secret works beside the new one; with --now it ends at once
cairn client disable ID
cairn client enable ID
cairn client delete ID           its id is never given to another client
cairn client requests            changes that wait for a second administrator, and those of the last month
cairn client approve REQUEST     make such a change; on this machine no second administrator is needed
cairn client reject REQUEST
each with --json for programs`

export const ACCOUNT_USAGE = `cairn account create --id ID --name NAME [--roles clinician] [--assigned-roles nurse] [--email EMAIL] [--fhir-user URL]
                        prints a link that lets the person in once, to choose a passkey or a password
cairn account first      the link for the first administrator, while there are no people
cairn account list
cairn account show ID    what the person may do: roles, rules, EHRs, apps, ways to sign in, sessions
cairn account update ID [--name …] [--email …] [--fhir-user …] [--roles nurse,clinician] [--assigned-roles …]
cairn account invite ID  a new link, for who lost the way in
cairn account disable ID
cairn account enable ID
cairn account apps ID    the apps that act for the person, or that the person agreed to
cairn account end-app ID CLIENT
                        end the access of an app; prints the apps that are left
each with --json for programs`

export const ROLE_USAGE = `cairn role list
cairn role show NAME
cairn role create NAME [--copy ROLE] [--description TEXT] [--right user/composition-TEMPLATE.rs]… [--scopes api.read,api.write]
                       [--assignable] [--deidentified]
                        --copy: with all that another role has, but for what the other options say
cairn role update NAME [--description TEXT] [--right …]… [--scopes …] [--assignable | --not-assignable] [--deidentified | --identified]
                        what is left out stays as it is; in force at once for all who have the role
cairn role delete NAME [--take-from-people]
                        a role that people have is deleted only with --take-from-people
each with --json for programs`

export const GRANT_USAGE = `cairn grant add PERSON --ehr EHR [--episode EPISODE] [--from TIME] [--to TIME] [--reason TEXT]
                        the roles that the person has for assigned EHRs hold in this one, with --episode until the episode ends
cairn grant add PERSON --tag KEY[=VALUE] [--from TIME] [--to TIME] [--reason TEXT]
                        the same for all EHRs whose EHR_STATUS has the tag
cairn grant list PERSON
cairn grant end ASSIGNMENT
cairn grant taken [--all]
                        access that people took in an emergency and nobody has reviewed yet; with --all, all of it
cairn grant review ASSIGNMENT --reason TEXT
                        records the result of a review
each with --json for programs`

export const KEY_USAGE = `cairn key list
cairn key rotate   the next key signs from now on; tokens of the old one stay good until they end
cairn key replace-secret
                   protect secrets and keys with CAIRN_NEW_SECRET_KEY instead of CAIRN_SECRET_KEY; servers need the new one when they
                   start again
each with --json for programs`

export const VERIFY_USAGE = `cairn verify [--json] [--head <seal>:<digest>] [--accept <kind>:<id>]
                        [--after <place>] [--threads <number>]
                        check that every version is the one that was signed, that none is missing, that definitions,
                        accounts, rights and tags are as they were sealed, and that the audit trail is whole; --head: the
                        end of the trail that an earlier run told must still be there; --accept: seal this object first as
                        it is in the database; --after: go on where a run was interrupted, as its progress said;
                        --threads: check as many parts at once, the number of cores unless told`

export const DATAMAP_USAGE = `cairn datamap index NAME COLUMN [--drop] [--json]
                        make lists that are ordered or filtered by the column fast; the server goes on meanwhile
cairn datamap publish [NAME …] --reader ROLE [--person ID] [--without-identity] [--json]
                        make views of datamaps that a database role reads, of all datamaps if none is named
cairn datamap unpublish NAME [--reader ROLE] [--without-identity] [--json]
                        remove the views of a datamap, or one role from its readers
cairn datamap published [--json]
                        list published datamaps with their views and readers`

export const DICTIONARY_USAGE = `cairn dictionary sweep [--json]   mark paths and node ids that no record has any more; a running server removes them a minute or two later`

export const DATABASE_USAGE = `cairn database copy [--json]
                        copy everything, accounts and audit trail included, into the empty database of
                        CAIRN_NEW_DATABASE_URL; no server may run
cairn database grant service|report|people ROLE
                        give a database role the rights to serve requests, or to read records or people for reports`

export const MIGRATE_USAGE =
  'cairn migrate [--plan] [--json]   upgrade the schema of the database; with --plan show what that would do, and its time'

export const APPLY_ERASURES_USAGE = `cairn apply-erasures <file> [--json]
                        erase again what had been erased, by the file of CAIRN_ERASURE_LOG: after a backup was restored`

export const INDEX_USAGE = `cairn index add PATH [--archetype ID | --template ID] [--for order|equality] [--json]   make queries that are ordered or filtered by a value fast; the server keeps running
cairn index list [--json]                                     list the indexes, with their size
cairn index drop PATH [--archetype ID | --template ID] [--json]   remove the index of a value
cairn index check [--json]                                    compare the query index with the documents
cairn index rebuild [--json]                                  rebuild the rows of the query index that differ from their documents; the server goes on meanwhile`

export const TENANT_USAGE = `cairn tenant create ID --name NAME --url URL [--system-id ID] [--set VARIABLE=value …] [--server NAME]
                        make a tenant with a database of its own; prints the link of its first administrator
cairn tenant list
cairn tenant show ID    its state, size, settings and history
cairn tenant set ID --set VARIABLE=value …
                        give it other values of settings; without a value, that of the server
cairn tenant address ID   print the address of its database, with the password of its owner, for pg_dump and pg_restore
cairn tenant suspend ID   its address answers 503 from now on
cairn tenant resume ID    serve it again, also while its deletion waits
cairn tenant upgrade [ID] migrate its database, or those of all tenants, to the schema of this version
cairn tenant move ID --to SERVER
                        move its database to another PostgreSQL server while it is served; it can be repeated when interrupted
cairn tenant move ID --cancel [--abandon]
                        serve it from where it was, and remove the copy; with --abandon, leave it on a server that is gone for good
cairn tenant server [NAME]
                        list PostgreSQL servers, or keep the address of one: CAIRN_NEW_DATABASE_URL
cairn tenant operator [NAME [--days N]]
                        list keys of the API for operators, or make one (for 90 days), which is shown once
cairn tenant operator NAME --revoke
                        end a key at once
cairn tenant delete ID [--grace-days N]
                        stop serving it; the same command removes its data after the grace time (30 days), and prints the proof
cairn tenant delete --due
                        remove the data of all tenants whose grace time is over
each with --json for programs; they need CAIRN_TENANTS_URL`

export const DISTRIBUTE_USAGE = `cairn distribute [--yes] [--shards n] [--json]   spread the tables of records over the nodes of a Citus cluster; without --yes it says what it would do
cairn distribute copy [--yes] [--shards n] [--json]   copy a database that is in use into that of CAIRN_NEW_DATABASE_URL, which is on the cluster
cairn distribute switch [--json]                 stop writes to the old database, and complete the copy
cairn distribute cancel [--json]                 go on with the old database
cairn distribute status [--json]                 list tables, nodes and shards, and what is uneven`
