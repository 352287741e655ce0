//! What looks like a secret and is none: ordinary words, code, placeholders, paths, ids.

use daybook_text::redact;

const NEGATIVES: &[&str] = &[
    // Usage fields, on nearly every line.
    r#"{"usage":{"input_tokens":123,"cache_read_input_tokens":45678,"output_tokens":9}}"#,
    r#""total_token_usage":{"input_tokens":8052,"cached_input_tokens":0}"#,
    r#""model_context_window":258400,"max_output_tokens":32000,"reasoning_output_tokens":64"#,
    r#"{"token_count": 15000000, "tokens": "12345678"}"#,
    // Prose.
    "The password reset flow sends a token to the user, then the secret is rotated.",
    "Password: please enter at least eight characters",
    "What is the secret: simplicity. And the key: practice.",
    "I forgot my password, can you reset it?",
    "token is expired; authentication required; secret not found",
    "Use the bearer authentication scheme, the bearer token goes in the header",
    "bearer of bad news",
    "Keep it secret: tell nobody. Auth: none.",
    "Secret Santa: Thursday 12:30",
    "tokenizer: cl100k_base, secretary: Jane",
    "the passwords: hunter and gatherer",
    "author: Jane Doe <jane@example.com>",
    // Code.
    "token = next_token()",
    "let token = lexer.next_token()?;",
    "password: string",
    "password: String,\n    pub token: Option<String>,",
    "interface Login { password: string; apiKey?: string; token: AuthToken }",
    "secret = os.environ[\"X\"]",
    "secret = os.environ[\"APP_SECRET_2024\"]",
    "const apiKey = process.env.API_KEY;",
    "api_key = settings.openai_api_key",
    "password=password, token=token, secret=self.secret",
    "connect(user=user, password=db_password1)",
    "self.token = token2048_from_file(path)",
    "if password == confirm_password:",
    "password != expected_password",
    "def login(username: str, password: str = None):",
    "func Login(ctx context.Context, password string) error",
    "let secret: Vec<u8> = Vec::new();",
    "bytes32 secret = keccak256(abi.encode(x));",
    "token: uint256, secret: bytes32",
    "type Token = sha256Digest;",
    "private_key = load_pem_private_key(data)",
    "accessKey = config.get('access-key')",
    "token: z.string().min(16).max(64)",
    "token=base64EncodedTokenFromHeader",
    "public_key: ssh-ed25519",
    "match token { Token::Ident(name) => name, _ => return }",
    "<input type=\"password\" name=\"password\" autocomplete=\"current-password\">",
    "{\"password\": \"Passwort\", \"token\": \"Zeichen\"}",
    "{\"label\": \"Password\", \"secret\": \"Geheimnis\"}",
    "$password = $_POST['password'];",
    "password = f\"{prefix}-{suffix}\"",
    "primary_key: \"user_id_2024\", foreign_key = 'order_item_42'",
    "cacheKey = 'users:42:profile:9f8e7d6c5b4a'",
    "key: value, sort_key = created_at2",
    // Placeholders and references.
    "GITHUB_TOKEN=<your-token>",
    "GITHUB_TOKEN=${TOKEN}",
    "GITHUB_TOKEN=$GH_TOKEN_2",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "password: {{ vault_db_password }}",
    "password = xxx",
    "PASSWORD=xxxxxxxxxxxx",
    "API_KEY=your-api-key-here-123",
    "API_KEY=YOUR_API_KEY",
    "password: ********",
    "secret: \"...\"",
    "token: \"op://Private/GitHub/token-2024\"",
    "secret = arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-a1b2c3",
    "password: ENC[AES256]",
    "password=[REDACTED:password]",
    "sk-ant-api03-your-key-here-please-1234",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "https://user:${PASSWORD}@example.com/repo.git",
    "postgres://user:$DB_PASS@localhost/db",
    "https://user:****@example.com",
    "Authorization: Bearer ${API_TOKEN}",
    "Authorization: Bearer <token>",
    "\"Authorization\": `Bearer ${token}`",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "The header -----BEGIN PRIVATE KEY----- is missing in that file",
    "grep -r 'BEGIN RSA PRIVATE KEY' .",
    // What only resembles a vendor's token.
    "npm_config_registry=https://registry.npmjs.org npm_lifecycle_event=test",
    "npm_package_dependencies_typescript_version",
    "class=\"sk-fading-circle sk-circle-dot-container-wrapper\"",
    "git checkout task-1234-sk-refactor-the-loading-spinner-again",
    "disk-usage-by-directory-and-user, risk-assessment-2024-final-version",
    "sk_test_helper_function_for_everything()",
    "ghp_personal_access_token_for_repositories",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9 is only a header",
    "ASIAN MARKETS, AKIAK Alaska",
    "pypi-server-for-the-internal-network",
    "xoxo, see you",
    "hf_hub_download(repo_id, filename)",
    // Paths, addresses, ids, commands.
    "password_file: /run/secrets/db_password",
    "PASSWORD=/run/secrets/db_password",
    "secret: ./config/secret-2024.pem",
    "PWD=/home/dev/work/shop-api2 OLDPWD=/home/dev",
    "cd /home/dev/tokens/secret/password && ls",
    "C:\\Users\\dev\\secrets\\token.txt",
    "550e8400-e29b-41d4-a716-446655440000",
    "\"sessionId\":\"01a22df7-9261-7c20-ad34-db650b340a86\",\"uuid\":\"e42df4a2-e88f-569a-928d-8bbab77ae774\"",
    "commit 4019e0b2f7c8d1e6a5b4c3d2e1f0a9b8c7d6e5f4",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "/compact /token-usage /secrets:rotate /auth:login",
    "https://example.com:8080/@scope/package?token=next",
    "git@github.com:owner/repo.git and ssh://git@host:22/repo",
    "http://localhost:3000/@vite/client",
    "mailto:someone@example.com, user@host:password",
    "\"token\":\"page-2\",\"next_page_token\":\"CAUQAA9x8y7z6w5v\"",
    "\"type\":\"token\",\"secret\":null,\"password\":false",
    "kubectl get secret db-credentials -o yaml; name: my-secret-1",
    "secretName: my-app-tls-2024\n  secretKeyRef: {name: db, key: password}",
    "--token-limit 200000 --max-tokens 4096",
    "token: 2024-01-31",
    "\"api_key\": \"string\"",
];

#[test]
fn ordinary_text_is_left_alone() {
    let wrong: Vec<String> = NEGATIVES
        .iter()
        .filter_map(|text| {
            let masked = redact::text(text);
            (masked != *text).then(|| format!("{text}\n    → {masked}"))
        })
        .collect();

    assert!(wrong.is_empty(), "{} texts were changed:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn ordinary_text_is_left_alone_in_a_line_of_json() {
    for text in NEGATIVES {
        let line =
            serde_json::json!({ "text": text, "nested": serde_json::json!({ "text": text }).to_string() }).to_string();
        let masked = redact::json_line(line.as_bytes());

        assert_eq!(String::from_utf8_lossy(&masked), line);
    }
}
