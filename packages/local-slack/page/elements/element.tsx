import type { InteractiveElement } from '../../src/block-kit/index.ts';
import { UnknownPart } from '../blocks/unknown-part.tsx';
import { ButtonElement } from './button-element.tsx';
import { Checkboxes } from './checkboxes.tsx';
import { DateTimeInput } from './date-time-input.tsx';
import { DirectorySelect } from './directory-select.tsx';
import type { ElementProps } from './element-props.ts';
import { ExternalSelect } from './external-select.tsx';
import { FileInput } from './file-input.tsx';
import { OverflowMenu } from './overflow-menu.tsx';
import { RadioButtons } from './radio-buttons.tsx';
import { StaticSelect } from './static-select.tsx';
import { TextInput } from './text-input.tsx';

/** The compiler ensures that every accepted element type is covered. */
export function Element({ element, ...place }: ElementProps<InteractiveElement>) {
  switch (element.type) {
    case 'button':
      return <ButtonElement element={element} {...place} />;
    case 'overflow':
      return <OverflowMenu element={element} {...place} />;
    case 'static_select':
    case 'multi_static_select':
      return <StaticSelect element={element} {...place} />;
    case 'external_select':
    case 'multi_external_select':
      return <ExternalSelect element={element} {...place} />;
    case 'users_select':
    case 'multi_users_select':
    case 'conversations_select':
    case 'multi_conversations_select':
      return <DirectorySelect element={element} {...place} />;
    case 'checkboxes':
      return <Checkboxes element={element} {...place} />;
    case 'radio_buttons':
      return <RadioButtons element={element} {...place} />;
    case 'plain_text_input':
      return <TextInput element={element} {...place} />;
    case 'datetimepicker':
      return <DateTimeInput element={element} {...place} />;
    case 'file_input':
      return <FileInput element={element} {...place} />;
    default:
      return <UnknownPart kind="element" part={element satisfies never} />;
  }
}
