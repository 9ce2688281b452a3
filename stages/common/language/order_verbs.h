#pragma once
// The verbs with which people give orders to an agent, in English and German. To add one, add it to its list in order_verbs.cpp.
// Threads: any; pure.

#include <string_view>

namespace turnstream::language {

/// A verb in its plain form: "send". Verbs that are mostly said of the moment ("wait", "forget", "let") are left out.
[[nodiscard]] bool is_order_verb(std::string_view lower_word);
/// A verb of a shorter list, for forms that could say much else: "… every Friday".
[[nodiscard]] bool is_common_order_verb(std::string_view lower_word);
/// A German verb as an order to one person: "schick", "schicke".
[[nodiscard]] bool is_german_order(std::string_view lower_word);
/// A German verb in the infinitive, which can be an order too: "Rechnungen als PDF schicken".
[[nodiscard]] bool is_german_infinitive(std::string_view lower_word);
/// The English or German name of a language: "spanish", "deutsch".
[[nodiscard]] bool is_language_name(std::string_view lower_word);

}  // namespace turnstream::language
