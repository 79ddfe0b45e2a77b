import type { Option } from '../../src/block-kit/index.ts';
import type { Section } from './option-section.ts';

/** The options whose label contains the query, with their headings. */
export function filterSections(sections: readonly Section[], query: string): Section[] {
  const wanted = query.trim().toLowerCase();
  const matches = ({ text }: Option) => text.text.toLowerCase().includes(wanted);
  return sections
    .map(({ label, options }) => ({ label, options: options.filter(matches) }))
    .filter(({ options }) => options.length > 0);
}
