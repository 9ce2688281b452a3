#pragma once
// Sample texts: the text before each text of an archived item, from which it can copy, and from which the codes of
// bytes are made (text_coder.h). They show words and forms that items of agents often have. They are part of the format of
// archived rows: another text makes old rows unreadable. Threads: constants.

#include <string_view>

namespace turnstream::lifecycle {

inline constexpr std::string_view kSampleTexts =
    "default turns /turn_data turn/chat chat /observations/0 turn/observation /tool_executions/0 turn/tool "
    "/tool_executions/1 /goal_updates/0 turn/goal /action_updates/0 turn/action /errors/0 turn/error /warnings/0 "
    "session room thread user_id room_id tool_id error\n"
    "Tool read_file (success): {\"path\":\"src/main.cpp\",\"lines\":120} \xe2\x86\x92 "
    "{\"status\":\"ok\",\"result\":\"done\"}\n"
    "Tool run_tests (failure): {\"command\":\"make test\",\"timeout_ms\":30000} \xe2\x86\x92 "
    "connection refused: timeout after 30 seconds\n"
    "Tool search (success): {\"query\":\"how to configure the server\",\"limit\":10} \xe2\x86\x92 "
    "{\"count\":3,\"files\":[\"docs/index.md\",\"src/app.py\"]}\n"
    "Goal release active 0.5: two of the four tasks are done\nAction deploy completed: {\"ok\":true,\"exit_code\":0}\n"
    "User: I prefer to use this one for the large projects, because it is easier to read and the tests run faster.\n"
    "Me: Thank you, I will keep that in mind. I have updated the file and added a test for the new function.\n"
    "User: Can you please look at the error in the database connection? It does not work since the last change.\n"
    "Me: I found the problem: the port was wrong. I changed the configuration and started the service again.\n"
    "User: What should we do next? We have a meeting tomorrow morning with the team about the release of the version.\n"
    "Me: Here is the plan: first we check the logs, then we fix the bug, and after that we write the documentation.\n"
    "User: My name is and I live in the city with my family. I work at the company as an engineer and I like coffee.\n"
    "Me: That sounds great! How did it go? Let me know if you need anything else, I would be happy to help you.\n"
    "User: remember that the server listens on port and always run the build before the commit\n"
    "Me: Noted. I remembered it, everything is working and all the tests are passing now.\n"
    "observed that the user asked about their code, which could not be found there; something should have been written "
    "when the request was made, and other people think they were using different values from before. "
    "The reason for this decision is that most of these steps take time, although there may also be some where only one is needed. "
    "information question answer message memory project question really think about know like just going want "
    "good time would could should there their they this that with from have been were which what when where while your about "
    "into over more than then them some such very also only other because people through between after before under "
    "again never always every today yesterday week month year morning evening weekend friend friends family school "
    "project language TypeScript JavaScript Python Rust Java Kafka Postgres Redis Docker Kubernetes Linux Windows "
    "function class method variable branch commit merge review issue ticket deadline customer service support account "
    "update install configure deploy compile build failed failure success warning error exception timeout retry "
    "permission denied not found no such file or directory invalid argument unexpected token null undefined missing\n";

}  // namespace turnstream::lifecycle
