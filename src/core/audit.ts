// moved: re-exported until the Slack side follows
export { type AuditResult, faultResult } from './audit-result.ts';
export { settingsChanges } from './features/settings.ts';
export { auditResultOf, targetsOf } from './registry.ts';
