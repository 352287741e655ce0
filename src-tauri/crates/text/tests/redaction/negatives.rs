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
    // More of code, as agents write and read it.
    "password: Optional[str] = None, secret: SecretStr = Field(..., min_length=8)",
    "const token = await getToken2(user);",
    "token = token[:8] + 'abc'",
    "secret_key = base64.b64encode(os.urandom(32))",
    "SECRET_KEY=$(openssl rand -hex 32)",
    "API_KEY=$1 TOKEN=$(cat token.txt) PASSWORD=`pass show db1`",
    "password = var.db_password_v2\nsecret = aws_secretsmanager_secret.db1.arn",
    "password: ENV['DB_PASSWORD_2'], token: ENV.fetch('API_TOKEN_1')",
    "'password' => env('DB_PASSWORD', ''), 'secret' => bcrypt('x')",
    "type={showPassword ? 'text' : 'password'}",
    "register('password', { required: 'Password is required' })",
    "<label htmlFor=\"password\">Password</label><span class=\"token punctuation\">",
    "Usage: tool --password <password> --token TOKEN --api-key API_KEY   The key",
    "let token: String? = nil; var secret: Data!",
    "#[serde(rename = \"accessToken\")] pub access_token: Option<String>,",
    "auth: { type: 'oauth2' }, \"auth\": \"none\", auth=required",
    "credentials: 'same-origin', credentials: 'include'",
    "token.kind == TokenKind::Identifier2 && token.text == \"fn\"",
    "for token in doc.tokens: print(token.text, token.lemma_)",
    "tokenizer.encode(prompt).tokens[0:128]",
    "private key: see the vault. API key: ask Jane. Access key: on the hook",
    "password_hash = \"$2b$12$abcdefghijklmnopqrstuv\" # a name of its own",
    "the password 'correct' is wrong; a token \"x\" is not",
    "getToken(\"session\"), findByPassword(name), t(\"password\")",
    "os.getenv(\"API_KEY\"), env(\"DB_PASSWORD\")",
    "{\"type\":\"object\",\"properties\":{\"password\":{\"type\":\"string\"},\"token\":{\"type\":\"string\"}}}",
    "\"passwordPolicy\": \"min8\", \"tokenType\": \"Bearer\", \"authMethod\": \"pkce-s256\"",
    "foreign key: user_id_2024, partition key: order#42, sort key: created_at",
    "\"apiKeySource\":\"none\",\"api_key_id\":\"key_42\"",
    "signature\":\"EqQBCkYIARgCKkDsk-ghp_eyJAKIA",
    "password_regex = r'^(?=.*[0-9])(?=.*[a-z]).{8,}$'",
    "if token != 'abc' || secret.len() < 32 { return Err(AuthError::InvalidToken) }",
    "Password requirements: 8+ characters, 1 digit. Secret level: 3. Token budget: 12000.",
    "docs/auth/token-refresh.md, src/secrets/mod.rs:42, tests/password_reset_test.py::test_token",
    "git commit -m 'Rotate the token secret' && git push",
    "Co-authored-by: Jane Doe <jane@example.com>",
    "\"requestId\":\"req_011CUqEXAMPLEabcdefghij\",\"id\":\"toolu_01A09q90qw90lq917835lq9\"",
    "msg_01XFDUDYJgAACzvnptvVoYEL call_abc123DEF456ghi789",
    "integrity sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",
    "AAAAC3NzaC1lZDI1NTE5AAAAIJx7k0v2mQ9w3y5t8r1e6u4i0o2p7a9s1d3f5g7h9j1k dev@host",
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
