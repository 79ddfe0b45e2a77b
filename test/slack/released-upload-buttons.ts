import { click, type ReleasedButton } from './released-button.ts';

const FILE = { id: 'F0TIDES', name: 'night-tides_v2.zip' };
const DRAFT = {
  name: 'Night tides',
  category: 'skill',
  description: 'Tells the tides.',
  triggerWords: ['when is high tide', 'how is the tide'],
};
const DRAFT_TEXT =
  '{"name":"Night tides","category":"skill","description":"Tells the tides.","triggerWords":["when is high tide","how is the tide"]}';

/** The buttons of uploads; see released-buttons.ts. */
export const RELEASED_UPLOAD_BUTTONS: ReleasedButton[] = [
  { value: '{"v":1,"do":"upload"}', reads: click({ verb: 'upload' }) },
  {
    value: '{"v":1,"do":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip"}}',
    reads: click({ verb: 'upload' }, { file: FILE }),
  },
  {
    value: `{"v":1,"do":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip"},"draft":${DRAFT_TEXT}}`,
    reads: click({ verb: 'upload' }, { file: FILE, draft: DRAFT }),
  },
  { value: `{"v":1,"do":"upload","draft":${DRAFT_TEXT}}`, reads: click({ verb: 'upload' }, { draft: DRAFT }) },
  {
    value: `{"v":1,"do":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip","kept":"0123456789abcdef"},"draft":${DRAFT_TEXT}}`,
    reads: click({ verb: 'upload' }, { file: { ...FILE, kept: '0123456789abcdef' }, draft: DRAFT }),
  },
  { value: '{"v":1,"dismiss":{"id":"F0TIDES","name":"night-tides_v2.zip"}}', reads: { dismissed: FILE.id } },
  { value: '{"v":1,"upload":"0123456789abcdef","decide":"cancel"}', reads: { choice: 'cancel' } },
  { value: '{"v":1,"upload":"0123456789abcdef","decide":"send"}', reads: { choice: 'send' } },
  { value: '{"v":1,"upload":"0123456789abcdef","decide":"send-wrapped"}', reads: { choice: 'send-wrapped' } },
  { value: '{"v":1,"upload":"0123456789abcdef","decide":"update"}', reads: { choice: 'update' } },
  { value: '{"v":1,"upload":"0123456789abcdef","decide":"replace"}', reads: { choice: 'replace' } },
  { value: '{"v":1,"upload":"0123456789abcdef","decide":"change"}', reads: { choice: 'change' } },
  {
    value:
      '{"v":1,"do":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip","icon":{"id":"F0ICON","name":"tides.png"}}}',
    reads: click({ verb: 'upload' }, { file: { ...FILE, icon: { id: 'F0ICON', name: 'tides.png' } } }),
  },
  { value: '{"v":1,"upload":"0123456789abcdef","decide":"details"}', reads: { choice: 'details' } },
  {
    value: '{"v":1,"do":"upload","file":{"id":"F0MAIN","name":"ability.zip","parts":["F0MAIN","F0CSV"]}}',
    reads: click({ verb: 'upload' }, { file: { id: 'F0MAIN', name: 'ability.zip', parts: ['F0MAIN', 'F0CSV'] } }),
  },
  {
    value:
      '{"v":1,"do":"upload","file":{"id":"F0TIDES","name":"night-tides_v2.zip","folder":"repo-main/night_tides/"}}',
    reads: click({ verb: 'upload' }, { file: { ...FILE, folder: 'repo-main/night_tides/' } }),
  },
  {
    value: '{"v":1,"update":{"id":"F0TIDES","name":"night-tides_v2.zip"},"name":"Night tides"}',
    reads: { update: 'Night tides' },
  },
  { value: '{"v":1,"upload":"0123456789abcdef","send":"changes"}', reads: { changes: '0123456789abcdef' } },
];
